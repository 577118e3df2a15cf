import Measuring
import Streams

let sharingRows: [Row] = [
  Row("multicast") { n in connected(Numbers(n).multicast { PassthroughSubject<Int, Never>() }) },
  Row("makeConnectable") { n in connected(Numbers(n).makeConnectable()) },
  Row("autoconnect") { n in cold(n) { $0.multicast { PassthroughSubject<Int, Never>() }.autoconnect() } },
  Row("share") { n in cold(n) { $0.share() } },
]

/// Subscribes, then connects.
@inline(__always) private func connected<P: ConnectablePublisher>(_ publisher: P) -> Int where P.Failure == Never {
  let last = Last<P.Output>()
  let token = publisher.sink { last.keep($0) }
  let connection = publisher.connect()
  withExtendedLifetime((token, connection)) {}
  return last.count
}
