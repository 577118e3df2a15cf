import Streams
import StreamsTesting

// The names and labels that programs written for Combine find. One row for each operator, each of its forms and each
// source.

private let fold = ["downstream", "result", "initial", "status"]
private let subject = ["parent", "downstream", "demand", "subject"]
private struct Point {
  var x = 0
  var y = 0
  var z = 0
}

extension Look {
  static let all: [Look] = operators + timed + sources

  static let operators: [Look] = [
    Look("AllSatisfy", fold) { $0.numbers.allSatisfy { _ in true } },
    Look("TryAllSatisfy", fold) { $0.numbers.tryAllSatisfy { _ in true } },
    Look("AssertNoFailure", ["file", "line", "prefix"], .subscriber) { $0.numbers.assertNoFailure() },
    Look("Autoconnect", ["parent", "downstream"], .subscriber) { Direct(upstream: $0.harmless).autoconnect() },
    Look("Breakpoint", [], .subscriber) { $0.numbers.breakpointOnError() },
    Look("Buffer", ["values", "state", "downstreamDemand", "terminal"]) {
      $0.numbers.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest)
    },
    Look("Catch", ["downstream", "demand"]) { $0.numbers.catch { _ in Just(1) } },
    Look("TryCatch", ["downstream", "demand"]) { $0.numbers.tryCatch { _ in Just(1) } },
    Look("CollectByCount", ["downstream", "upstreamSubscription", "buffer", "count"]) { $0.numbers.collect(2) },
    Look("Collect", ["count"]) { $0.numbers.collect() },
    Look("CompactMap", [], .subscriber) { $0.numbers.compactMap { $0 } },
    Look("TryCompactMap", ["downstream"]) { $0.numbers.tryCompactMap { $0 } },
    Look("Comparison", fold, title: "min") { $0.numbers.min() },
    Look("Comparison", fold, title: "max(by:)") { $0.numbers.max { $0 < $1 } },
    Look("TryComparison", fold, title: "tryMin") { $0.numbers.tryMin { $0 < $1 } },
    Look("TryComparison", fold, title: "tryMax") { $0.numbers.tryMax { $0 < $1 } },
    Look("Concatenate", title: "append") { $0.numbers.append(1) },
    Look("Contains", fold) { $0.numbers.contains(1) },
    Look("ContainsWhere", fold) { $0.numbers.contains { $0 == 1 } },
    Look("TryContainsWhere", fold) { $0.numbers.tryContains { $0 == 1 } },
    Look("Count", fold) { $0.numbers.count() },
    Look("Drop") { $0.numbers.dropFirst() },
    Look("DropUntilOutput") { $0.numbers.drop(untilOutputFrom: $0.numbers) },
    Look("DropWhile") { $0.numbers.drop { $0 == 0 } },
    Look("TryDropWhile") { $0.numbers.tryDrop { $0 == 0 } },
    Look("Encode", ["downstream", "finished", "upstreamSubscription"]) { $0.numbers.encode(encoder: Coder()) },
    Look("Decode", ["downstream", "finished", "upstreamSubscription"]) {
      $0.spy(String.self, Broken.self).decode(type: Int.self, decoder: Coder())
    },
    Look("Filter", [], .subscriber) { $0.numbers.filter { _ in true } },
    Look("TryFilter", ["downstream"]) { $0.numbers.tryFilter { _ in true } },
    Look("First", fold) { $0.numbers.first() },
    Look("TryFirst", fold, title: "first(where:)") { $0.numbers.first { _ in true } },
    Look("TryFirstWhere", fold) { $0.numbers.tryFirst { _ in true } },
    Look("FlatMap") { $0.numbers.flatMap { _ in Fail<Int, Broken>(error: .here) } },
    Look("HandleEvents") { $0.numbers.handleEvents() },
    Look("IgnoreOutput", [], .subscriber) { $0.numbers.ignoreOutput() },
    Look("Last", fold) { $0.numbers.last() },
    Look("LastWhere", fold) { $0.numbers.last { _ in true } },
    Look("TryLastWhere", fold) { $0.numbers.tryLast { _ in true } },
    Look("MapError", [], .subscriber) { $0.numbers.mapError { $0 } },
    Look("ValueForKey", ["keyPath"], .subscriber) { $0.spy(Point.self, Broken.self).map(\.x) },
    Look("ValueForKeys", ["keyPath0", "keyPath1"], .subscriber, title: "map of two key paths") {
      $0.spy(Point.self, Broken.self).map(\.x, \.y)
    },
    Look("ValueForKeys", ["keyPath0", "keyPath1", "keyPath2"], .subscriber, title: "map of three key paths") {
      $0.spy(Point.self, Broken.self).map(\.x, \.y, \.z)
    },
    Look("Map", [], .subscriber) { $0.numbers.map { $0 } },
    Look("TryMap") { $0.numbers.tryMap { $0 } },
    Look("Output") { $0.numbers.prefix(1) },
    Look("Output", title: "output(at:)") { $0.numbers.output(at: 1) },
    Look(nil, title: "prefix(untilOutputFrom:)") { $0.numbers.prefix(untilOutputFrom: $0.numbers) },
    Look("PrefixWhile", ["downstream"]) { $0.numbers.prefix { _ in true } },
    Look("TryPrefixWhile", ["downstream"]) { $0.numbers.tryPrefix { _ in true } },
    Look("Print") { $0.numbers.print(to: Silence()) },
    Look("Reduce", fold) { $0.numbers.reduce(0, +) },
    Look("TryReduce", fold) { $0.numbers.tryReduce(0) { $0 + $1 } },
    Look("RemoveDuplicates", ["downstream", "last"]) { $0.numbers.removeDuplicates() },
    Look("RemoveDuplicates", ["downstream", "last"], title: "removeDuplicates(by:)") {
      $0.numbers.removeDuplicates { $0 == $1 }
    },
    Look("TryRemoveDuplicates", ["downstream", "last"]) { $0.numbers.tryRemoveDuplicates { $0 == $1 } },
    Look("ReplaceEmpty") { $0.numbers.replaceEmpty(with: 1) },
    Look("ReplaceError") { $0.numbers.replaceError(with: 1) },
    Look("Map", [], .subscriber, title: "replaceNil") { $0.spy(Int?.self, Broken.self).replaceNil(with: 1) },
    Look("Retry") { $0.numbers.retry(1) },
    Look("Scan", ["downstream", "result"], .subscriber) { $0.numbers.scan(0, +) },
    Look("TryScan", ["downstream", "status", "result"]) { $0.numbers.tryScan(0) { $0 + $1 } },
    Look("SetFailureType", [], .subscriber) { $0.harmless.setFailureType(to: Broken.self) },
    Look("Zip") { $0.numbers.zip($0.numbers) },
    Look("CombineLatest") { $0.numbers.combineLatest($0.numbers) },
    Look("Merge") { $0.numbers.merge(with: $0.numbers) },
    Look("SwitchToLatest") { $0.spy(Fail<Int, Broken>.self, Broken.self).switchToLatest() },
    Look("Multicast", [], .subscription) { $0.numbers.multicast { PassthroughSubject<Int, Broken>() } },
    Look("Multicast", [], .subscription, title: "share") { $0.numbers.share() },
    Look("Multicast", [], .subscription, title: "makeConnectable") { $0.harmless.makeConnectable() },
  ]

  static let timed: [Look] = [
    Look("Debounce", ["downstream", "downstreamDemand", "currentValue"]) {
      $0.numbers.debounce(for: .seconds(1), scheduler: $0.time)
    },
    Look(nil, title: "delay") { $0.numbers.delay(for: .seconds(1), scheduler: $0.time) },
    Look("MeasureInterval") { $0.numbers.measureInterval(using: $0.time) },
    Look("ReceiveOn") { $0.numbers.receive(on: $0.time) },
    Look("SubscribeOn") { $0.numbers.subscribe(on: $0.time) },
    Look("Throttle") { $0.numbers.throttle(for: .seconds(1), scheduler: $0.time, latest: true) },
    Look("Timeout") { $0.numbers.timeout(.seconds(1), scheduler: $0.time) },
    Look("CollectByTime") { $0.numbers.collect(.byTime($0.time, .seconds(1))) },
  ]

  static let sources: [Look] = [
    Look("PassthroughSubject", subject, .subscription) { _ in PassthroughSubject<Int, Broken>() },
    Look("CurrentValueSubject", subject, .subscription) { _ in CurrentValueSubject<Int, Broken>(0) },
    Look("PublishedSubject", subject, .subscription) { _ in
      var property = Published(initialValue: 0)
      return property.projectedValue
    },
    Look("ObservableObjectPublisher", ["downstream"], .subscription) { _ in ObservableObjectPublisher() },
    Look("Future", ["parent", "downstream", "hasAnyDemand", "subject"], .subscription) { _ in
      Future<Int, Never> { _ in }
    },
    Look("Just", [nil], .subscription) { _ in Just(1) },
    Look("Optional", [nil], .subscription) { _ in Optional(1).publisher },
    Look("Once", [nil], .subscription, title: "Result.publisher") { _ in Result<Int, Broken>.success(1).publisher },
    Look("1...5", ["sequence"], .subscription) { _ in (1...5).publisher },
    Look("[1, 2]", ["sequence", "completion"], .subscription, title: "Record") { _ in
      Record<Int, Never>(output: [1, 2], completion: .finished)
    },
    Look("AsyncSequence", [], .subscription) { _ in AsyncStream<Int> { nil }.publisher },
    Look("Empty", [], .subscription) { _ in Empty<Int, Never>() },
    Look("Empty", [], .subscription, title: "Fail") { _ in Fail<Int, Broken>(error: .here) },
    Look("Empty", [], .subscription, title: "an empty sequence") { _ in [Int]().publisher },
    Look("Empty", [], .subscription, title: "an optional of nothing") { _ in Int?.none.publisher },
    Look("Just", [nil], .subscription, title: "Deferred") { _ in Deferred { Just(1) } },
    Look("Just", [nil], .subscription, title: "eraseToAnyPublisher") { _ in Just(1).eraseToAnyPublisher() },
  ]
}

/// Connects without doing anything, and hands its upstream's subscriber on as it is.
private struct Direct<Upstream: Publisher>: ConnectablePublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
  let upstream: Upstream
  func connect() -> any Cancellable { AnyCancellable {} }
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: subscriber)
  }
}

private struct Coder: TopLevelEncoder, TopLevelDecoder {
  struct Never: Error {}
  func encode<T: Encodable>(_ value: T) throws -> String { throw Never() }
  func decode<T: Decodable>(_ type: T.Type, from: String) throws -> T { throw Never() }
}
