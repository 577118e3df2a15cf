// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "streams",
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsLoop", targets: ["StreamsLoop"]),
    .library(name: "StreamsDispatch", targets: ["StreamsDispatch"]),
    .library(name: "StreamsFoundation", targets: ["StreamsFoundation"]),
    // For sources that say `import Combine`: all of the above but the loop, under that name.
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
    // libstreams.so, the C API. Built and installed by CMakeLists.txt.
    .library(name: "streams", type: .dynamic, targets: ["StreamsC"]),
  ],
  targets: [
    .target(name: "CStreamsSupport"),
    .target(name: "Streams", dependencies: ["CStreamsSupport"]),
    .target(name: "StreamsDispatch", dependencies: ["Streams"]),
    .target(name: "StreamsFoundation", dependencies: ["Streams"]),
    .target(name: "Combine", dependencies: ["Streams", "StreamsDispatch", "StreamsFoundation"]),
    .target(name: "StreamsTesting", dependencies: ["Streams"]),
    // No pkgConfig: with it SwiftPM warns everybody without libuv, also those who use Streams alone. The module map
    // links libuv, and its header says which package to install.
    .systemLibrary(name: "CLibuv"),
    .target(name: "StreamsLoop", dependencies: ["Streams", "CStreamsSupport", "CLibuv"]),
    // Sources/CStreams/include is a symbolic link to include/: SwiftPM, CMake and users read the same header.
    .target(name: "CStreams"),
    .target(name: "StreamsC", dependencies: ["Streams", "StreamsLoop", "CStreams", "CStreamsSupport"]),
    .executableTarget(name: "demo", dependencies: ["Streams", "StreamsLoop"], path: "Examples/swift/demo"),
    .executableTarget(
      name: "viewmodel", dependencies: ["Streams", "StreamsTesting"], path: "Examples/swift/viewmodel",
      exclude: ["transcript.txt"]),
    .testTarget(name: "StreamsTests", dependencies: ["Streams", "StreamsTesting"]),
    // The same programs in both language modes: what was written for Combine compiles in either.
    .testTarget(
      name: "Swift5ModeTests", dependencies: ["Streams"], path: "Tests/LanguageModeTests/Swift5",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "Swift6ModeTests", dependencies: ["Streams"], path: "Tests/LanguageModeTests/Swift6"),
    .testTarget(name: "StreamsDispatchTests", dependencies: ["StreamsDispatch", "StreamsTesting"]),
    // A test of StreamsFoundationTests runs it: the main thread of the tests is taken.
    .executableTarget(
      name: "mainthread", dependencies: ["StreamsDispatch", "StreamsFoundation"], path: "Tests/MainThread"),
    .testTarget(
      name: "StreamsFoundationTests",
      dependencies: ["StreamsFoundation", "StreamsLoop", "CLibuv", "StreamsTesting", "mainthread"]),
    // What is in Combine must be visible through it alone, also where a module sees only what it imports.
    .testTarget(
      name: "CombineTests", dependencies: ["Combine"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    // Each operator that knows time, on each scheduler there is.
    .testTarget(
      name: "EverySchedulerTests",
      dependencies: ["StreamsDispatch", "StreamsFoundation", "StreamsLoop", "StreamsTesting"]),
    .testTarget(name: "StreamsLoopTests", dependencies: ["StreamsLoop", "StreamsTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
