import Foundation
import ObjectGraph
import XCTest

/// What a migration would lose is said, and whoever does not want that keeps the store.
@MainActor
final class MigrationLossTests: MigrationTestCase {
  private func model(
    _ version: String, @ModelBuilder _ entities: () -> [EntityDescription]
  ) -> ManagedObjectModel {
    let model = ManagedObjectModel(entities)
    model.versionIdentifiers = [version]
    return model
  }

  private func lost(by model: ManagedObjectModel) throws -> [String] {
    let migration = StoreMigration(of: PersistentStoreDescription(url: file), to: model)
    return try XCTUnwrap(try migration.dryRun()).steps.flatMap(\.lostValues).map {
      "\($0.entityName).\($0.key ?? "-") \($0.problem): "
        + $0.objects.map(\.lastPathComponent).joined(separator: " ")
    }
  }

  private func pets(
    _ version: String, dogIsAnimal: Bool = true, hasDogs: Bool = true, order: Bool = true,
    keepsNames: Bool = true
  ) -> ManagedObjectModel {
    let name = AttributeDescription("name", .string)
    name.isTransient = !keepsNames
    let owner = EntityDescription("Owner") {
      name
      RelationshipDescription("pet", toOne: "Animal", inverse: nil)
      RelationshipDescription("walks", toMany: "Animal", inverse: "walkers", isOrdered: order)
    }
    let animal = EntityDescription("Animal") {
      AttributeDescription("call", .string)
      RelationshipDescription("walkers", toMany: "Owner", inverse: "walks")
    }
    let dog = EntityDescription("Dog") { AttributeDescription("breed", .string) }
    let model = ManagedObjectModel()
    if hasDogs, dogIsAnimal { animal.subentities = [dog] }
    model.entities = hasDogs ? [owner, animal, dog] : [owner, animal]
    model.versionIdentifiers = [version]
    return model
  }

  private func makePets() throws {
    try make(pets("1")) { context in
      let dog = try insert("Dog", ["call": "Rex", "breed": "pug"], into: context)
      let cat = try insert("Animal", ["call": "Tom"], into: context)
      let bird = try insert("Animal", ["call": "Pip"], into: context)
      try insert(
        "Owner", ["name": "Ann", "pet": dog, "walks": OrderedSet([dog, cat, bird])], into: context)
      try insert("Owner", ["name": "Bob", "pet": cat, "walks": OrderedSet([cat])], into: context)
    }
  }

  func testAnAttributeThatBecomesTransientLosesItsValues() async throws {
    try makePets()
    let model = pets("2", keepsNames: false)
    XCTAssertEqual(try lost(by: model), ["Owner.name is gone: p1 p2"])
    // So it is not made without being asked for.
    XCTAssertEqual(errorOf { _ = try open(model) }?.code, .migrationMissingSourceModel)
  }

  func testReferencesToWhatLeavesTheHierarchyLeadNowhereAndAreReported() async throws {
    for hasDogs in [true, false] {
      let place = folder.appendingPathComponent("\(hasDogs)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: file)
      try makePets()
      let model = pets("2", dogIsAnimal: false, hasDogs: hasDogs)
      let findings = try lost(by: model)
      XCTAssertEqual(
        findings.filter { $0.hasPrefix("Owner") },
        [
          "Owner.pet led to objects that are gone: p1",
          "Owner.walks led to objects that are gone: p1",
        ])
      // So it is not made without being asked for.
      let error = errorOf { _ = try open(model) }
      XCTAssertEqual(error?.code, .migrationMissingSourceModel)
      let what = hasDogs ? "references of Owner.pet to Dog" : "Dog"
      XCTAssertTrue(error?.message.contains(what) ?? false, error?.message ?? "")
      try StoreMigration(of: PersistentStoreDescription(url: file), to: model).run()
      let container = try open(model)
      XCTAssertEqual(
        try all("Owner", container.viewContext).map {
          try $0.value(forKeyPath: "pet.call") as? String
        }, [nil, "Tom"])
      XCTAssertEqual(
        try all("Owner", container.viewContext).map {
          try ($0.value(forKey: "walks") as? OrderedSet<ManagedObject>)?.count
        }, [2, 1])
      try close(container)
      XCTAssertEqual(
        try sqlite3(file, "SELECT count(*) FROM ZOWNER WHERE ZPET IS NOT NULL"), "1")
      try assertWhole()
    }
  }

  func testAnOrderThatIsLostIsReported() async throws {
    try makePets()
    XCTAssertEqual(try lost(by: pets("2", order: false)), ["Owner.walks loses its order: p1"])
  }

  func testWrongCountsOfMembersAreReported() async throws {
    try makePets()
    let model = pets("2")
    let walks = try XCTUnwrap(model.entitiesByName["Owner"]?.relationshipsByName["walks"])
    walks.minCount = 2
    walks.maxCount = 2
    let report = try XCTUnwrap(
      try StoreMigration(of: PersistentStoreDescription(url: file), to: model).dryRun())
    XCTAssertEqual(
      report.steps[0].brokenRules.map {
        "\($0.entityName).\($0.key ?? "") \($0.problem): "
          + $0.objects.map(\.lastPathComponent).joined(separator: " ")
      },
      ["Owner.walks has fewer than 2 objects: p2", "Owner.walks has more than 2 objects: p1"])
  }

  func testWhoeverSeesTheReportCanRefuse() async throws {
    struct Refused: Error {}
    try makePets()
    let before = try Data(contentsOf: file)
    let description = PersistentStoreDescription(url: file)
    description.migrationBackupURL = folder.appendingPathComponent("Before.sqlite")
    let migration = StoreMigration(of: description, to: pets("2", order: false))
    var seen: [Int] = []
    XCTAssertThrowsError(
      try migration.run { report in
        seen.append(report.steps.flatMap(\.lostValues).count)
        throw Refused()
      }
    ) { XCTAssertTrue($0 is Refused, "\($0)") }
    XCTAssertEqual(seen, [1])
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path), ["Store.sqlite"])
    XCTAssertNotNil(try migration.run { _ in })
  }

  func testTwoPropertiesThatClaimOneNeedAMapping() async throws {
    try make(model("1") { EntityDescription("Note") { AttributeDescription("title", .string) } }) {
      try insert("Note", ["title": "a"], into: $0)
    }
    for name in ["atitle", "title2"] {
      let next = model("2") {
        EntityDescription("Note") {
          AttributeDescription("title", .string)
          AttributeDescription(name, .string, renamingIdentifier: "title")
        }
      }
      let error = try XCTUnwrap(
        errorOf {
          try StoreMigration(of: PersistentStoreDescription(url: file), to: next).run()
        })
      XCTAssertEqual(error.code, .inferredMappingModel)
      XCTAssertEqual(
        Set(error.underlyingErrors.map(\.message)),
        [
          "Note.\(name) shares the renaming identifier title with title",
          "Note.title shares the renaming identifier title with \(name)",
        ])
    }
  }

  func testObjectsThatFiltersLeaveOutAreReported() async throws {
    try makePets()
    let description = PersistentStoreDescription(url: file)
    let taken = try FetchPredicate(format: "call != 'Tom'")
    description.mappingModels = [
      MappingModel(
        entityMappings: [
          EntityMapping(name: "A", from: "Animal", to: "Animal", where: taken),
          EntityMapping(name: "D", from: "Dog", to: "Dog"),
          EntityMapping(name: "O", from: "Owner", to: "Owner"),
        ])
    ]
    let report = try XCTUnwrap(
      try StoreMigration(of: description, to: pets("2", order: false)).dryRun())
    XCTAssertEqual(
      report.steps[0].lostValues.filter { $0.key == nil }.map {
        "\($0.entityName) \($0.problem): \($0.count) \($0.objects.map(\.lastPathComponent))"
      }, ["Animal is left out by the mapping model: 1 [\"p2\"]"])
  }

  func testAMappingModelThatFitsNoStepIsNotPassedOver() async throws {
    try makePets()
    let before = try Data(contentsOf: file)
    let description = PersistentStoreDescription(url: file)
    description.mappingModels = [
      MappingModel(
        name: "Pets", entityMappings: [EntityMapping(name: "A", from: "Animal", to: "Anmial")])
    ]
    let error = try XCTUnwrap(
      errorOf { try StoreMigration(of: description, to: pets("2", order: false)).run() })
    XCTAssertEqual(
      error.message,
      "the mapping model Pets fits none of the versions: the mapping A names the destination entity "
        + "Anmial, which the destination model lacks")
    XCTAssertEqual(try Data(contentsOf: file), before)
  }

  func testAMappingModelForAnotherStepIsNotInTheWay() async throws {
    try make(pets("2", order: false)) { try insert("Owner", ["name": "Ann"], into: $0) }
    let description = PersistentStoreDescription(url: file)
    let names = ["Owner", "Animal", "Dog"]
    let (first, second) = (pets("1"), pets("2", order: false))
    description.modelVersions = [first, second]
    description.mappingModels = [
      MappingModel(
        name: "1 to 2",
        entityMappings: try names.map { name in
          let mapping = EntityMapping(name: name, type: .copy, from: name, to: name)
          mapping.sourceEntityVersionHash = try XCTUnwrap(
            first.entitiesByName[name]?.versionHash)
          mapping.destinationEntityVersionHash = try XCTUnwrap(
            second.entitiesByName[name]?.versionHash)
          return mapping
        })
    ]
    let report = try StoreMigration(
      of: description, to: pets("3", order: false, keepsNames: false)
    ).run()
    XCTAssertEqual(report?.steps.map(\.isMapped), [false])
  }
}
