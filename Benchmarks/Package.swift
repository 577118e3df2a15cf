// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "streams-benchmarks",
  dependencies: [.package(name: "streams", path: "..")],
  targets: [
    // What a program under callgrind can say to it. Needs the headers of valgrind.
    .target(name: "CCallgrind"),
    .target(name: "Measuring", dependencies: ["CCallgrind", .product(name: "Streams", package: "streams")]),
    // The rows that are held against thresholds.tsv.
    .executableTarget(
      name: "streams-bench",
      dependencies: [
        "Measuring", .product(name: "Streams", package: "streams"), .product(name: "StreamsLoop", package: "streams"),
        .product(name: "StreamsDispatch", package: "streams"),
      ]),
    // One row for each operator of docs/operators.md.
    .executableTarget(
      name: "streams-operators",
      dependencies: [
        "Measuring", .product(name: "Streams", package: "streams"),
        .product(name: "StreamsTesting", package: "streams"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
