import Measuring
import Streams

let filteringRows: [Row] = [
  Row("filter") { n in cold(n) { $0.filter { $0 != -1 } } },
  Row("tryFilter") { n in cold(n) { $0.tryFilter { $0 != -1 } } },
  Row("dropFirst") { n in cold(n) { $0.dropFirst() } },
  Row("drop(while:)") { n in cold(n) { $0.drop { $0 == 0 } } },
  Row("tryDrop(while:)") { n in cold(n) { $0.tryDrop { $0 == 0 } } },
  Row("prefix(_:)") { n in cold(n) { $0.prefix(n + 1) } },
  Row("prefix(while:)") { n in cold(n) { $0.prefix { $0 != -1 } } },
  Row("tryPrefix(while:)") { n in cold(n) { $0.tryPrefix { $0 != -1 } } },
  Row("output(at:)") { n in cold(n) { $0.output(at: n) } },
  Row("output(in:)") { n in cold(n) { $0.output(in: 0...n) } },
  Row("ignoreOutput") { n in cold(n) { $0.ignoreOutput() } },
  Row("removeDuplicates") { n in cold(n) { $0.removeDuplicates() } },
  Row("tryRemoveDuplicates") { n in cold(n) { $0.tryRemoveDuplicates { $0 == $1 } } },
  Row("replaceError(with:)") { n in cold(n) { $0.setFailureType(to: Failed.self).replaceError(with: 0) } },
  Row("replaceEmpty(with:)") { n in cold(n) { $0.replaceEmpty(with: 0) } },
]
