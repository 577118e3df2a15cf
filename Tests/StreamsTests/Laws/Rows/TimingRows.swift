import Streams
import StreamsTesting

extension Row {
  static let timing: [Row] = [
    Row(name: "buffer, keepFull", holdsEnd: true, surplus: .hold) { a, _ in
      a.buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "buffer, byRequest", holdsEnd: true, isLossless: false, surplus: .hold) { a, _ in
      a.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Row(name: "debounce", shape: .later, isLossless: false, surplus: .drop) { a, time in
      a.debounce(for: .nanoseconds(1), scheduler: time).eraseToAnyPublisher()
    },
    Row(name: "throttle, latest", shape: .later, isLossless: false, surplus: .drop) { a, time in
      a.throttle(for: .nanoseconds(1), scheduler: time, latest: true).eraseToAnyPublisher()
    },
    Row(name: "throttle, first", shape: .later, isLossless: false, surplus: .drop) { a, time in
      a.throttle(for: .nanoseconds(1), scheduler: time, latest: false).eraseToAnyPublisher()
    },
    Row(name: "delay", shape: .later) { a, time in a.delay(for: .nanoseconds(5), scheduler: time).eraseToAnyPublisher()
    },
    Row(name: "timeout", shape: .later) { a, time in a.timeout(.seconds(1), scheduler: time).eraseToAnyPublisher() },
    Row(name: "receive(on:)", shape: .later) { a, time in a.receive(on: time).eraseToAnyPublisher() },
    Row(name: "receive(on:), joined", shape: .later) { a, time in
      a.receive(on: JoiningTime(time)).eraseToAnyPublisher()
    },
    Row(name: "subscribe(on:)", shape: .remote, isNesting: true) { a, time in
      a.subscribe(on: time).eraseToAnyPublisher()
    },
    Row(name: "measureInterval", isNesting: true) { a, time in
      let newest = Newest()
      return a.map { newest.value = $0 }.measureInterval(using: time).map { _ in newest.value }.eraseToAnyPublisher()
    },
    Row(name: "collect, byTime", shape: .later, isLossless: false, surplus: .hold) { a, time in
      a.collect(.byTime(time, .nanoseconds(10))).map { $0.last! }.eraseToAnyPublisher()
    },
    Row(name: "collect, byTimeOrCount", shape: .later, surplus: .hold) { a, time in
      a.collect(.byTimeOrCount(time, .nanoseconds(10), 1)).map { $0[0] }.eraseToAnyPublisher()
    },
  ]
}

/// The value whose time `measureInterval` tells.
private final class Newest { var value = 0 }

/// Virtual time with a tally: values may share an action.
private struct JoiningTime: Scheduler {
  let time: VirtualTime
  let tally = _Tally()
  init(_ time: VirtualTime) { self.time = time }

  var now: VirtualTime.SchedulerTimeType { time.now }
  var minimumTolerance: VirtualTime.SchedulerTimeType.Stride { time.minimumTolerance }
  func _tally(_ options: Never?) -> _Tally? { tally }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    time.schedule(options: nil, action)
    tally.add()
  }
  func schedule(
    after date: VirtualTime.SchedulerTimeType, tolerance: VirtualTime.SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    time.schedule(after: date, tolerance: tolerance, options: nil, action)
  }
  func schedule(
    after date: VirtualTime.SchedulerTimeType, interval: VirtualTime.SchedulerTimeType.Stride,
    tolerance: VirtualTime.SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    time.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
