// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "streams-benchmarks",
  dependencies: [.package(name: "streams", path: "..")],
  targets: [.executableTarget(name: "streams-bench", dependencies: [.product(name: "Streams", package: "streams")])],
  swiftLanguageModes: [.v5]
)
