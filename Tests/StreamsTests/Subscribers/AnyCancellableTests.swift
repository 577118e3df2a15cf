import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct AnyCancellableTests {
  final class Stop: Cancellable {
    var count = 0
    func cancel() { count += 1 }
  }

  @Test func theClosureRunsOnceHoweverOftenItIsCancelled() {
    var count = 0
    var token: AnyCancellable? = AnyCancellable { count += 1 }
    token?.cancel()
    token?.cancel()
    token = nil
    #expect(count == 1)
  }

  @Test func droppingItCancels() {
    let stop = Stop()
    var token: AnyCancellable? = AnyCancellable(stop)
    withExtendedLifetime(token) { #expect(stop.count == 0) }  // C98
    token = nil
    #expect(stop.count == 1)
  }

  @Test func cancellingItFromItsOwnClosureDoesNothingMore() {  // C65, FA4
    final class Owner {
      var token: AnyCancellable?
      var count = 0
    }
    let owner = Owner()
    owner.token = AnyCancellable { [unowned owner] in
      owner.count += 1
      owner.token?.cancel()
      owner.token = nil
    }
    owner.token?.cancel()
    #expect(owner.count == 1)
  }

  @Test func theClosureIsReleasedWhenItHasRun() {
    weak var held: Stop?
    let token: AnyCancellable
    do {
      let stop = Stop()
      held = stop
      token = AnyCancellable { stop.cancel() }
    }
    #expect(held != nil)
    token.cancel()
    #expect(held == nil)
    withExtendedLifetime(token) {}
  }

  @Test func twoTokensOfTheSameThingAreTwo() {
    let stop = Stop()
    let (one, other) = (AnyCancellable(stop), AnyCancellable(stop))
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
  }

  @Test func storeKeepsATokenItselfAndWrapsAnythingElse() {
    let stop = Stop()
    var set = Set<AnyCancellable>()
    var list: [AnyCancellable] = []
    let token = AnyCancellable(stop)
    token.store(in: &set)
    token.store(in: &set)
    token.store(in: &list)
    #expect(set == [token] && list == [token])
    stop.store(in: &set)
    stop.store(in: &set)
    stop.store(in: &list)
    #expect(set.count == 3 && list.count == 2)
    #expect(stop.count == 0)
    set = []
    #expect(stop.count == 2)
    list = []
    withExtendedLifetime(token) { #expect(stop.count == 3) }
  }

  @Test func manyThreadsCancelOnce() async {
    for _ in 0..<200 {
      let count = Atomic<Int>(0)
      let token = AnyCancellable { count.add(1, ordering: .relaxed) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { token.cancel() } }
      }
      #expect(count.load(ordering: .relaxed) == 1)
    }
  }
}
