import Measuring
import Streams

// Each looks at every value: what is looked for never comes.
let foldingRows: [Row] = [
  Row("reduce") { n in cold(n) { $0.reduce(0) { $0 &+ $1 } } },
  Row("tryReduce") { n in cold(n) { $0.tryReduce(0) { $0 &+ $1 } } },
  Row("count") { n in cold(n) { $0.count() } },
  Row("first") { n in cold(n) { $0.first { $0 == -1 } } },
  Row("tryFirst(where:)") { n in cold(n) { $0.tryFirst { $0 == -1 } } },
  Row("last") { n in cold(n) { $0.last { $0 != -1 } } },
  Row("tryLast(where:)") { n in cold(n) { $0.tryLast { $0 != -1 } } },
  Row("min") { n in cold(n) { $0.min() } },
  Row("max") { n in cold(n) { $0.max() } },
  Row("tryMin(by:)") { n in cold(n) { $0.tryMin { $0 < $1 } } },
  Row("tryMax(by:)") { n in cold(n) { $0.tryMax { $0 < $1 } } },
  Row("contains") { n in cold(n) { $0.contains(-1) } },
  Row("tryContains(where:)") { n in cold(n) { $0.tryContains { $0 == -1 } } },
  Row("allSatisfy") { n in cold(n) { $0.allSatisfy { $0 != -1 } } },
  Row("tryAllSatisfy") { n in cold(n) { $0.tryAllSatisfy { $0 != -1 } } },
]
