import Measuring
import Streams

// A row's name is what stands in docs/operators.md. A number counts for each value that goes in, with the source and
// the sink; for sources of one value at most, for each subscription.

let sources: [Row] = [
  Row("Just") { n in subscribe(n) { Just($0) } },
  Row("Sequence.publisher") { n in cold(n) { $0 } },
  Row("Empty") { n in subscribe(n) { _ in Empty<Int, Never>() } },
  Row("Fail") { n in subscribe(n) { _ in Fail<Int, Failed>(error: Failed()) } },
  Row("Deferred") { n in subscribe(n) { number in Deferred { Just(number) } } },
  Row("Future") { n in subscribe(n) { number in Future<Int, Never> { $0(.success(number)) } } },
  Row("Record") { n in consume(Record<Int, Never>(output: Array(0..<n), completion: .finished)) },
  Row("Optional.publisher") { n in subscribe(n) { Optional.some($0).publisher } },
  Row("Result.publisher") { n in subscribe(n) { Result<Int, Failed>.success($0).publisher } },
  Row("PassthroughSubject") { n in hot(n) { $0 } },
  Row("CurrentValueSubject") { n in
    let subject = CurrentValueSubject<Int, Never>(0)
    let last = Last<Int>()
    let token = subject.sink { last.keep($0) }
    for number in 0..<n { subject.send(number) }
    withExtendedLifetime(token) {}
    return last.count
  },
]

let transforming: [Row] = [
  Row("map") { n in cold(n) { $0.map { $0 &+ 1 } } },
  Row("tryMap") { n in cold(n) { $0.tryMap { $0 &+ 1 } } },
  Row("compactMap") { n in cold(n) { $0.compactMap { Optional($0) } } },
  Row("tryCompactMap") { n in cold(n) { $0.tryCompactMap { Optional($0) } } },
  Row("scan") { n in cold(n) { $0.scan(0) { $0 &+ $1 } } },
  Row("tryScan") { n in cold(n) { $0.tryScan(0) { $0 &+ $1 } } },
  Row("mapError") { n in cold(n) { $0.setFailureType(to: Failed.self).mapError { $0 } } },
  Row("setFailureType(to:)") { n in cold(n) { $0.setFailureType(to: Failed.self) } },
  Row("collect()") { n in cold(n) { $0.collect() } },
  Row("collect(_:)") { n in cold(n) { $0.collect(10) } },
]

let filtering: [Row] = [
  Row("filter") { n in cold(n) { $0.filter { $0 & 1 == 0 } } },
  Row("tryFilter") { n in cold(n) { $0.tryFilter { $0 & 1 == 0 } } },
  Row("prefix(_:)") { n in cold(n) { $0.prefix(n + 1) } },
  Row("output") { n in cold(n) { $0.output(in: 0...n) } },
  Row("removeDuplicates") { n in cold(n) { $0.removeDuplicates() } },
  Row("tryRemoveDuplicates") { n in cold(n) { $0.tryRemoveDuplicates { $0 == $1 } } },
  Row("replaceError(with:)") { n in cold(n) { $0.setFailureType(to: Failed.self).replaceError(with: 0) } },
  Row("replaceEmpty(with:)") { n in cold(n) { $0.replaceEmpty(with: 0) } },
]

let folding: [Row] = [
  Row("reduce") { n in cold(n) { $0.reduce(0) { $0 &+ $1 } } },
  Row("tryReduce") { n in cold(n) { $0.tryReduce(0) { $0 &+ $1 } } },
  Row("count") { n in cold(n) { $0.count() } },
]

let combining: [Row] = [
  Row("zip") { n in hotByTurns(n) { $0.zip($1) } },
  Row("combineLatest") { n in hotByTurns(n) { $0.combineLatest($1) } },
  Row("merge(with:)") { n in hotByTurns(n) { $0.merge(with: $1) } },
]

let flattening: [Row] = [
  Row("flatMap") { n in cold(n) { $0.flatMap { Numbers($0 &- $0 &+ 1) } } },
  Row("switchToLatest") { n in cold(n) { $0.map { Numbers($0 &- $0 &+ 1) }.switchToLatest() } },
  Row("append") { n in cold(n) { $0.append(1) } },
  Row("catch") { n in cold(n) { $0.setFailureType(to: Failed.self).catch { _ in Just(0) } } },
  Row("retry") { n in cold(n) { $0.setFailureType(to: Failed.self).retry(1) } },
]

/// On a scheduler that runs everything at once.
let timing: [Row] = [
  Row("debounce") { n in cold(n) { $0.debounce(for: .seconds(1), scheduler: ImmediateScheduler.shared) } },
  Row("receive(on:)") { n in cold(n) { $0.receive(on: ImmediateScheduler.shared) } },
  Row("buffer") { n in cold(n) { $0.buffer(size: 8, prefetch: .keepFull, whenFull: .dropOldest) } },
]

let sharing: [Row] = [
  Row("multicast") { n in
    let shared = Numbers(n).multicast { PassthroughSubject<Int, Never>() }
    let last = Last<Int>()
    let token = shared.sink { last.keep($0) }
    withExtendedLifetime((token, shared.connect())) {}
    return last.count
  },
  Row("autoconnect") { n in cold(n) { $0.multicast { PassthroughSubject<Int, Never>() }.autoconnect() } },
  Row("share") { n in cold(n) { $0.share() } },
]

struct Discarded: TextOutputStream { mutating func write(_ string: String) {} }

let observing: [Row] = [
  Row("print") { n in cold(n) { $0.print("", to: Discarded()) } },
  Row("handleEvents") { n in cold(n) { $0.handleEvents(receiveOutput: { _ in }) } },
  Row("eraseToAnyPublisher") { n in cold(n) { $0.eraseToAnyPublisher() } },
]
