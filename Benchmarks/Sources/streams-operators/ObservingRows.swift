import Measuring
import Streams

/// Text that goes nowhere: making it is what is counted.
private struct Discarded: TextOutputStream { mutating func write(_ string: String) {} }

/// More lines of seven letters than any run takes.
private nonisolated(unsafe) let text: UnsafeRawBufferPointer = {
  let text = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 * 10_000, alignment: 8)
  for index in text.indices { text[index] = UInt8(ascii: index % 8 == 7 ? "\n" : "a") }
  return UnsafeRawBufferPointer(text)
}()

let observingRows: [Row] = [
  Row("print") { n in cold(n) { $0.print("", to: Discarded()) } },
  Row("handleEvents") { n in cold(n) { $0.handleEvents(receiveOutput: { _ in }) } },
  Row("assertNoFailure") { n in cold(n) { $0.setFailureType(to: Failed.self).assertNoFailure() } },
  Row("breakpoint") { n in cold(n) { $0.breakpoint(receiveOutput: { _ in false }) } },
  Row("breakpointOnError") { n in cold(n) { $0.breakpointOnError() } },
  Row("lines") { n in consume(Just(Bytes(UnsafeRawBufferPointer(rebasing: text[..<(8 * n)]), owner: nil)).lines()) },
  Row("eraseToAnyPublisher") { n in cold(n) { $0.eraseToAnyPublisher() } },
]
