import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Groceries: what a unit is called changes from version to version, 50,000 of them.
@MainActor
final class GroceriesTests: XCTestCase {
  private static let count = 50_000

  /// Measurement.abc, then Amount.xyz, then Unit.name.
  private nonisolated static func version(_ number: Int) -> ManagedObjectModel {
    let (entity, key) = [("Measurement", "abc"), ("Amount", "xyz"), ("Unit", "name")][number - 1]
    let model = ManagedObjectModel {
      EntityDescription("Item") {
        AttributeDescription("name", .string)
        number > 1 ? [AttributeDescription("quantity", .double, default: .double(1))] : []
        RelationshipDescription("unit", toOne: entity, inverse: "items")
      }
      EntityDescription(entity) {
        AttributeDescription(key, .string)
        RelationshipDescription("items", toMany: "Item", inverse: "unit")
      }
    }
    model.versionIdentifiers = ["\(number)"]
    return model
  }

  private static func mapping(from old: Int) throws -> MappingModel {
    let names = [("Measurement", "abc"), ("Amount", "xyz"), ("Unit", "name")]
    let (source, destination) = (names[old - 1], names[old])
    let item = EntityMapping(
      name: "ItemToItem", type: .transform, from: "Item", to: "Item",
      attributes: [try PropertyMapping("name", "$source.name")])
    let unit = EntityMapping(
      name: "\(source.0)To\(destination.0)", type: .transform, from: source.0, to: destination.0,
      attributes: [try PropertyMapping(destination.1, "$source.\(source.1)")],
      relationships: [
        PropertyMapping(
          name: "items",
          valueExpression: .destinationInstances(
            forEntityMappingNamed: "ItemToItem",
            ofSources: FetchExpression(forVariable: "source.items")))
      ])
    if old > 1 {
      item.attributeMappings.append(try PropertyMapping("quantity", "$source.quantity"))
    }
    return MappingModel(name: "\(old) to \(old + 1)", entityMappings: [item, unit])
  }

  private func makeStore(_ file: URL, units: Int, items: Int) throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.version(1))
    let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      for number in 1...units {
        let unit = try EntityDescription.insertNewObject(
          forEntityName: "Measurement", into: context)
        try unit.setValue("unit \(number)", forKey: "abc")
        guard number <= items else { continue }
        let item = try EntityDescription.insertNewObject(forEntityName: "Item", into: context)
        try item.setValue("item \(number)", forKey: "name")
        try item.setValue(unit, forKey: "unit")
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  private func description(_ file: URL) throws -> PersistentStoreDescription {
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = (1...3).map { Self.version($0) }
    description.mappingModels = [try Self.mapping(from: 1), try Self.mapping(from: 2)]
    return description
  }

  func testFiftyThousandMeasurementsBecomeUnitsWhileABarGrows() async throws {
    let file = try temporaryFolder().file("Groceries.sqlite")
    try makeStore(file, units: Self.count, items: 100)
    let description = try description(file)
    let fractions = Fractions()
    description.migrationProgress = MigrationProgress { fractions.add($0) }
    let container = try PersistentContainer(
      name: "Groceries", managedObjectModel: Self.version(3), descriptions: [description])
    try container.loadPersistentStores()
    let context = container.viewContext
    XCTAssertEqual(
      try context.count(for: FetchRequest<ManagedObject>(entityName: "Unit")), Self.count)
    let request = FetchRequest<ManagedObject>(entityName: "Item")
    request.predicate = try FetchPredicate(format: "unit.name == 'unit 77' AND quantity == 1")
    XCTAssertEqual(
      try context.fetch(request).map { try $0.value(forKey: "name") as? String }, ["item 77"])
    let seen = fractions.all
    XCTAssertGreaterThan(seen.count, 20)
    XCTAssertEqual(seen, seen.sorted())
    XCTAssertEqual(seen.last, 1)
  }

  func testADowngradeLosesWhatNoMappingKeepsAndADryRunSaysSo() async throws {
    let file = try temporaryFolder().file("Groceries.sqlite")
    try makeStore(file, units: 3, items: 2)
    try StoreMigration(of: description(file), to: Self.version(3)).run()
    // Without a mapping model for the way back the units are other things than the measurements.
    let back = PersistentStoreDescription(url: file)
    let report = try XCTUnwrap(try StoreMigration(of: back, to: Self.version(1)).dryRun())
    XCTAssertEqual(
      report.steps[0].entities.map { "\($0)" },
      ["Item: 2 transformed", "Measurement: new, 0", "Unit: 3 dropped"])
    XCTAssertEqual(
      report.steps[0].lostValues.map { "\($0.entityName).\($0.key ?? "-") \($0.count)" },
      ["Item.unit 2", "Item.quantity 2", "Unit.- 3"])
    // With one they come back.
    let unit = EntityMapping(
      name: "UnitToMeasurement", type: .transform, from: "Unit", to: "Measurement",
      attributes: [try PropertyMapping("abc", "$source.name")])
    back.mappingModels = [
      MappingModel(entityMappings: [
        unit, EntityMapping(name: "ItemToItem", from: "Item", to: "Item"),
      ])
    ]
    let mapped = try XCTUnwrap(try StoreMigration(of: back, to: Self.version(1)).run())
    // The quantity is a value that the version to go back to has no place for.
    XCTAssertEqual(
      mapped.steps[0].lostValues.map { "\($0.entityName).\($0.key ?? "-") \($0.count)" },
      ["Item.name 2", "Item.quantity 2"])
    XCTAssertEqual(
      mapped.steps[0].entities.filter { $0.destination == "Measurement" }.map(\.newCount), [3])
  }
}

/// Numbers that come in on another thread.
private final class Fractions: Sendable {
  private let lock = NSLock()
  // Sound: reached under the lock alone.
  nonisolated(unsafe) private var numbers: [Double] = []

  var all: [Double] { lock.withLock { numbers } }

  func add(_ number: Double) { lock.withLock { numbers.append(number) } }
}
