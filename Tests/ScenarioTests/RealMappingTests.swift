import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stores that Apple's Core Data wrote, migrated by the mapping models of their applications.
final class RealMappingTests: XCTestCase {
  private func model(_ path: String) throws -> ManagedObjectModel {
    try ManagedObjectModel(contentsOf: Fixtures.url("models/\(path).xcdatamodel"))
  }

  private func mapping(_ name: String) throws -> MappingModel {
    try MappingModel(contentsOf: Fixtures.url("mappings/\(name).xcmappingmodel"))
  }

  private func read<Result: Sendable>(
    _ model: ManagedObjectModel, _ url: URL,
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    defer { XCTAssertNoThrow(try coordinator.remove(store)) }
    return try BackgroundContext(coordinator: coordinator).performAndWait { try body($0) }
  }

  private static func all(
    _ name: String, by key: String, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: name)
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    return try context.fetch(request)
  }

  /// Of each mood its date, its country's code and its continent's; of each country its continent's.
  private static func moods(_ context: ManagedObjectContext) throws -> [String] {
    func text(_ object: ManagedObject, _ paths: [String]) throws -> String {
      try paths.map { "\(try object.value(forKeyPath: $0) ?? "-")" }.joined(separator: " ")
    }
    let code = "numericISO3166Code"
    return try all("Mood", by: "date", in: context).map {
      try text($0, ["remoteID", "country.\(code)", "continent.\(code)"])
    }
      + all("Country", by: code, in: context).map {
        try text($0, [code, "continent.\(code)", "numberOfMoods", "moods.@count"])
      }
      + all("Continent", by: code, in: context).map {
        try text($0, [code, "countries.@count", "moods.@count", "numberOfCountries"])
      }
  }

  override func setUp() {
    ValueTransformer.setValueTransformer(PlainTransformer(), forName: "ColorsTransformer")
  }

  func testAHierarchyOfRegionsIsTakenApart() throws {
    let folder = try temporaryFolder()
    let moody = "Moody.xcdatamodeld/Moody"
    let (three, four) = (try model(moody + " 3"), try model(moody + " 4"))
    let url = try Fixtures.copyStore("Moody/Moody3", to: folder)
    let before = try read(three, url) { try Self.moods($0) }
    // Four moods in three countries on two continents.
    XCTAssertEqual(before.count, 9)
    let colors = try read(three, url) { context in
      try Self.all("Mood", by: "date", in: context).map { try $0.value(forKey: "colors") as? Data }
    }
    let target = folder.file("Moody4.sqlite")
    try MigrationManager(sourceModel: three, destinationModel: four)
      .migrateStore(from: url, mapping: mapping("Moody3-4"), to: target)
    XCTAssertEqual(try read(four, target) { try Self.moods($0) }, before)
    XCTAssertEqual(
      try read(four, target) { context in
        try Self.all("Mood", by: "date", in: context).map {
          try $0.value(forKey: "colors") as? Data
        }
      }, colors)
  }

  func testMoodsComeToKnowTheirContinents() throws {
    let folder = try temporaryFolder()
    let moody = "Moody.xcdatamodeld/Moody"
    let (one, two, three) = (try model(moody), try model(moody + " 2"), try model(moody + " 3"))
    let url = try Fixtures.copyStore("Moody/Moody1", to: folder)
    let (second, third) = (folder.file("Moody2.sqlite"), folder.file("Moody_3.sqlite"))
    try MigrationManager(sourceModel: one, destinationModel: two).migrateStore(
      from: url,
      mapping: .inferredMappingModel(forSourceModel: one, destinationModel: two), to: second)
    try MigrationManager(sourceModel: two, destinationModel: three)
      .migrateStore(from: second, mapping: mapping("Moody2-3"), to: third)
    let (pairs, counts) = try read(three, third) { context in
      let code = "numericISO3166Code"
      let moods = try Self.all("Mood", by: "date", in: context)
      let pairs = try moods.map { mood in
        // By the country, and by itself.
        try ["country.continent.\(code)", "continent.\(code)"].map {
          try mood.value(forKeyPath: $0) as? Int64
        }
      }
      let counts = try Self.all("Continent", by: code, in: context).map {
        try $0.value(forKeyPath: "moods.@count") as? Int64
      }
      return (pairs, counts)
    }
    XCTAssertEqual(pairs.count, 4)
    XCTAssertEqual(pairs.allSatisfy { $0[0] != nil && $0[0] == $0[1] }, true)
    XCTAssertEqual(counts.compactMap { $0 }.reduce(0, +), 4)
  }

  /// The store of the third version is what Core Data made of the second one's posts, and of others.
  func testAPostsContentBecomesASectionAsCoreDataMadeIt() throws {
    EntityMigrationPolicies.register(Post2ToPost3MigrationPolicy.self)
    let folder = try temporaryFolder()
    let example = "wibosco/CoreDataMigration_Example.xcdatamodeld/CoreDataMigration_Example"
    let (two, three) = (try model(example + " 2"), try model(example + " 3"))
    let url = try Fixtures.copyStore("wibosco/CoreDataMigration_Example_2", to: folder)
    let apples = try Fixtures.copyStore("wibosco/CoreDataMigration_Example_3", to: folder)
    let target = folder.file("new.sqlite")
    try MigrationManager(sourceModel: two, destinationModel: three).migrateStore(
      from: url, mapping: mapping("Migration2to3ModelMapping"), to: target)
    @Sendable func sections(_ context: ManagedObjectContext) throws -> Set<String> {
      Set(
        try Self.all("Section", by: "body", in: context).map { section in
          try ["post.postID", "post.hexColor", "post.date", "index", "title", "body"].map {
            "\(try section.value(forKeyPath: $0) ?? "-")"
          }.joined(separator: "|")
        })
    }
    let made = try read(three, target, sections)
    XCTAssertEqual(made.count, 10)
    let known = try read(three, apples, sections)
    XCTAssertEqual(made.subtracting(known), [])
  }
}

private final class PlainTransformer: ValueTransformer, @unchecked Sendable {}

/// Makes one section of a post's content, as the application does.
final class Post2ToPost3MigrationPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let post = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance]
    ).first
    let content = try sInstance.value(forKey: "content") as? String ?? ""
    let section = try EntityDescription.insertNewObject(
      forEntityName: "Section", into: manager.destinationContext)
    try section.setValue("\(content.prefix(4))...", forKey: "title")
    try section.setValue(content, forKey: "body")
    try section.setValue(0, forKey: "index")
    try post?.setValue([section], forKey: "sections")
  }
}
