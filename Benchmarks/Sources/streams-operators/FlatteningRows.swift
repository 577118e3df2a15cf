import Measuring
import Streams

let flatteningRows: [Row] = [
  // An inner publisher of one value for each value.
  Row("flatMap") { n in cold(n) { $0.flatMap { Numbers($0 &- $0 &+ 1) } } },
  Row("switchToLatest") { n in cold(n) { $0.map { Numbers($0 &- $0 &+ 1) }.switchToLatest() } },
  Row("append") { n in cold(n) { $0.append(1) } },
  Row("prepend") { n in cold(n) { $0.prepend(1) } },
  Row("catch") { n in cold(n) { $0.setFailureType(to: Failed.self).catch { _ in Just(0) } } },
  Row("tryCatch") { n in cold(n) { $0.setFailureType(to: Failed.self).tryCatch { _ in Just(0) } } },
  Row("retry") { n in cold(n) { $0.setFailureType(to: Failed.self).retry(1) } },
]
