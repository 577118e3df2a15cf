// swift-tools-version: 6.0
import PackageDescription

// On Apple's systems `import Combine` is Apple's; elsewhere it is this product. The sources do not know the difference.
let combine = Target.Dependency.product(name: "Combine", package: "streams", condition: .when(platforms: [.linux]))

let package = Package(
  name: "weather",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "streams", path: "../../..")],
  targets: [
    .target(name: "WeatherModel", dependencies: [combine]),
    .executableTarget(name: "weather", dependencies: ["WeatherModel", combine]),
    .testTarget(name: "WeatherModelTests", dependencies: ["WeatherModel", combine]),
  ],
  swiftLanguageModes: [.v5]
)
