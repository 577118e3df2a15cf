import Streams
import StreamsTesting
import Testing

@Suite struct AssignTests {
  final class Root {
    var number = 0
  }

  @Test func itWritesEveryValueToTheProperty() {
    let probe = Probe<Int, Never>()
    let root = Root()
    let token = probe.assign(to: \.number, on: root)
    probe.send(1)
    #expect(root.number == 1)
    probe.send(2)
    #expect(root.number == 2)
    #expect(probe.asked == [.request(.unlimited)])
    withExtendedLifetime(token) {}
  }

  @Test func theObjectIsKeptUntilTheEndOrACancel() {  // C74
    for isCancelled in [false, true] {
      let probe = Probe<Int, Never>(keepsLaw: false)
      weak var held: Root?
      let token: AnyCancellable
      do {
        let root = Root()
        held = root
        token = probe.assign(to: \.number, on: root)
      }
      #expect(held != nil)
      if isCancelled { token.cancel() } else { probe.finish() }
      #expect(held == nil)
      probe.send(1)
      #expect(probe.cancelCount == (isCancelled ? 1 : 0))
      withExtendedLifetime(token) {}
    }
  }

  @Test func whatComesBeforeTheSubscriptionIsDropped() {  // C10
    let root = Root()
    let assign = Subscribers.Assign(object: root, keyPath: \.number)
    #expect(assign.receive(1) == .none)
    assign.receive(completion: .finished)
    #expect(root.number == 0)
    #expect(assign.object === root)
    (5...5).publisher.subscribe(assign)
    #expect(root.number == 5)
    #expect(assign.object == nil)
  }

  @Test func aSecondSubscriptionIsCancelledAndSoIsOneAfterACancel() {  // C8
    let (one, other, late) = (Probe<Int, Never>(), Probe<Int, Never>(), Probe<Int, Never>())
    let assign = Subscribers.Assign(object: Root(), keyPath: \.number)
    one.subscribe(assign)
    other.subscribe(assign)
    #expect(other.asked == [.cancel])
    assign.cancel()
    assign.cancel()
    #expect(one.asked == [.request(.unlimited), .cancel])
    late.subscribe(assign)
    #expect(late.asked == [.cancel])
  }

  @Test func itShowsTheTypeOfItsObject() {
    let assign = Subscribers.Assign(object: Root(), keyPath: \.number)
    #expect("\(assign)" == "Assign Root.")
    #expect(Mirror(reflecting: assign).children.map(\.label) == ["object", "keyPath", "status"])
  }
}
