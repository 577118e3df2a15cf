import Streams
import StreamsTesting

extension Row {
  static let observing: [Row] = [
    Row(name: "print", isNesting: true, early: .pass) { a, _ in a.print("", to: Silence()).eraseToAnyPublisher() },
    Row(name: "handleEvents", isNesting: true, early: .pass) { a, _ in
      a.handleEvents(receiveOutput: { _ in }, receiveRequest: { _ in }).eraseToAnyPublisher()
    },
    Row(name: "assertNoFailure", isTransparent: true, failureTraps: true) { a, _ in
      a.assertNoFailure().failing(with: Oops.self).eraseToAnyPublisher()
    },
    Row(name: "breakpoint", isTransparent: true) { a, _ in
      a.breakpoint(receiveOutput: { _ in false }).eraseToAnyPublisher()
    },
    Row(name: "breakpointOnError", isTransparent: true, failureTraps: true) { a, _ in
      a.breakpointOnError().eraseToAnyPublisher()
    },
  ]
}
