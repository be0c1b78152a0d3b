// swift-tools-version: 6.2

import PackageDescription

/// Every target is compiled in Swift 6 language mode with warnings as errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A release leaves out its debug information, which would be two thirds of it, but not the names of
/// functions. Only commands have the flag, which a library must not have to be used by others.
func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict,
    linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(configuration: .release))])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "CampgroundManager",
  products: [
    .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
    .executable(name: "campground", targets: ["CampgroundCommand"]),
    .executable(name: "objectgraph", targets: ["ObjectGraphCommand"]),
    .executable(name: "campground-bench", targets: ["CampgroundBenchmark"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),

    library("SQLite", ["CSQLite"]),
    library("ObjectModel", []),
    library("ObjectStore", ["ObjectModel", "SQLite"]),
    library("ObjectGraph", ["ObjectStore", "ObjectModel"]),
    library("CampgroundValues", []),
    library("CampgroundPricing", ["CampgroundValues"]),
    library("CampgroundModel", ["CampgroundPricing", "CampgroundValues", "ObjectGraph"]),
    library(
      "Campground", ["CampgroundModel", "CampgroundPricing", "CampgroundValues", "ObjectGraph"]),
    library("CampgroundDemo", ["Campground", "ObjectGraph"]),
    library("LineEditor", ["CEditLine"]),
    library("Rendering", []),
    command(
      "CampgroundBenchmark",
      ["Campground", "CampgroundShell", "CommandKit", "ObjectGraph", "Rendering", "CSQLite"]),
    library("CommandKit", ["ObjectModel", "Rendering"]),
    library("QueryKit", ["CommandKit", "LineEditor", "ObjectGraph", "ObjectModel", "Rendering"]),
    command(
      "ObjectGraphCommand",
      ["CommandKit", "ObjectGraph", "ObjectModel", "ObjectStore", "QueryKit", "Rendering"]),
    library(
      "CampgroundShell", ["Campground", "CommandKit", "LineEditor", "QueryKit", "Rendering"]),
    command(
      "CampgroundCommand",
      ["Campground", "CampgroundDemo", "CampgroundShell", "CommandKit", "LineEditor", "Rendering"]),

    .target(
      name: "TestSupport", dependencies: ["Campground", "CampgroundDemo", "ObjectGraph"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("TestSupportTests", ["TestSupport"]),
    tests("ObjectModelTests", ["ObjectModel", "TestSupport"]),
    tests("ObjectStoreTests", ["ObjectStore", "SQLite", "CSQLite", "TestSupport"]),
    .executableTarget(
      name: "AsyncMainProgram", dependencies: ["ObjectGraph"], path: "Tests/AsyncMainProgram",
      swiftSettings: strict),
    tests("ObjectGraphTests", ["ObjectGraph", "TestSupport", "AsyncMainProgram"]),
    tests("ScenarioTests", ["Campground", "ObjectGraph", "TestSupport"]),
    .executableTarget(
      name: "HistoryAgent", dependencies: ["ObjectGraph", "Histories"], path: "Tests/HistoryAgent",
      swiftSettings: strict),
    .target(
      name: "Histories", dependencies: ["ObjectGraph"], path: "Tests/Histories",
      swiftSettings: strict),
    tests("HistoryTests", ["Histories", "HistoryAgent", "ObjectGraph", "SQLite", "TestSupport"]),
    .testTarget(
      name: "IsolationTests", dependencies: ["ObjectGraph", "TestSupport"], exclude: ["Programs"],
      swiftSettings: strict),
    tests("CampgroundValuesTests", ["CampgroundValues", "TestSupport"]),
    tests("CampgroundPricingTests", ["CampgroundPricing", "TestSupport"]),
    tests("CampgroundTests", ["Campground", "TestSupport"]),
    tests("CampgroundDemoTests", ["Campground", "CampgroundDemo", "SQLite", "TestSupport"]),
    tests("LineEditorTests", ["LineEditor", "TestSupport"]),
    tests("RenderingTests", ["Rendering", "TestSupport"]),
    tests("CommandKitTests", ["CommandKit", "Rendering", "TestSupport"]),
    tests("QueryKitTests", ["CommandKit", "LineEditor", "ObjectGraph", "QueryKit", "Rendering"]),
    tests("CampgroundShellTests", ["CampgroundShell", "CommandKit", "QueryKit", "TestSupport"]),
    tests(
      "CampgroundCommandTests",
      [
        "Campground", "CampgroundCommand", "CampgroundDemo", "CommandKit", "ObjectGraph", "SQLite",
        "TestSupport",
      ]),
    tests("CampgroundBenchmarkTests", ["Campground", "CampgroundBenchmark", "ObjectGraph"]),
    tests("ObjectGraphCommandTests", ["ObjectGraphCommand", "ObjectGraph", "TestSupport"]),
    tests(
      "SpecTests",
      ["CampgroundCommand", "CampgroundDemo", "CampgroundShell", "CommandKit", "TestSupport"]),
  ]
)

// `TEST_TARGET=ObjectGraphTests swift build --build-tests` builds one test target and what it needs,
// or several, between commas.
if let names = Context.environment["TEST_TARGET"] {
  var needed: Set<String> = []
  var found = Set(names.split(separator: ",").map(String.init))
  while !found.isEmpty {
    needed.formUnion(found)
    let dependencies = package.targets.filter { found.contains($0.name) }.flatMap(\.dependencies)
    found = Set(
      dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    ).subtracting(needed)
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}
