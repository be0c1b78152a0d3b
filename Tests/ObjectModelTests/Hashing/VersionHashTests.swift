import Foundation
import ObjectModel
import XCTest

/// The expected hashes are those of the canonical texts in `VersionHashText`'s grammar, written by
/// hand and hashed by python3's hashlib.
final class VersionHashTests: XCTestCase {
  private func makeModel() -> ManagedObjectModel {
    let fullName = AttributeDescription("fullName", .string, isOptional: false)
    let email = AttributeDescription("email", .string)
    let reservations = RelationshipDescription(
      "reservations", toMany: "Reservation", inverse: "camper", isOrdered: true)
    reservations.versionHashModifier = "2"
    let camper = EntityDescription(
      "Camper", unique: [["fullName", "email"], ["email"]]
    ) {
      reservations
      email
    }
    camper.versionHashModifier = "winter"
    let person = EntityDescription("Person", isAbstract: true, subentities: [camper]) { fullName }
    let nights = AttributeDescription("nights", .integer32, isTransient: true)
    let owner = RelationshipDescription(
      name: "camper", destination: "Camper", inverse: "reservations", maxCount: 1, minCount: 1,
      isOptional: false)
    let reservation = EntityDescription("Reservation") {
      nights
      owner
    }
    return ManagedObjectModel(entities: [person, reservation])
  }

  private func property(
    _ name: String, of entity: String, in model: ManagedObjectModel
  ) throws -> PropertyDescription {
    try XCTUnwrap(model.entitiesByName[entity]?.propertiesByName[name])
  }

  func testHashesAreThoseOfTheCanonicalText() throws {
    let model = makeModel()
    XCTAssertEqual(
      hex(try property("fullName", of: "Person", in: model).versionHash),
      "5660a565c34303ac129a08c189a3778a3e429b9654a3f37d1bc5b86b34414f04")
    XCTAssertEqual(
      hex(try property("reservations", of: "Camper", in: model).versionHash),
      "209826ba36f467c55db61cadd7e07c5df8832a298f39d974bd875e54c565b4b8")
    XCTAssertEqual(
      hex(try property("camper", of: "Reservation", in: model).versionHash),
      "0b15d54bba925d1d5c16a5f0a3e282d4a1cf941021ae44680fe7dad7a4c5e882")
    XCTAssertEqual(
      model.entityVersionHashesByName.mapValues(hex),
      [
        "Person": "666b37c4b37e6e1249040c597e07c6367f6d973b57142fb8cbb128b509b9c790",
        "Camper": "9a2f7ff2e4383ce6413ea8575d4c0c982b86a4b96e4b8dbb86f68bc79935c142",
        "Reservation": "0bb92a0433fcf9abeca2bd9e0c4f195e0b3f827f8ba4f112c5756f1e9457ec24",
      ])
  }

  func testStringsAreCountedInBytesSoThatNoTextReadsAsAnotherField() {
    let attribute = AttributeDescription("größe", .double)
    attribute.versionHashModifier = "a\ntype 500"
    XCTAssertEqual(
      hex(attribute.versionHash),
      "b4563dd33dbfb14456de130619222e17bbd05c4624cf87aa36e98bc7c87430c6")
  }

  func testDigestAndChecksumCoverTheHashesInNameOrder() {
    let model = makeModel()
    XCTAssertEqual(
      model.versionHashesDigest,
      "aSpMGYxiyBtoW7b4VqTzBoRLDBXnTeHaX6XZUqZT1CiTjd234N+SOO4puW6F4elckH5tTeEmOXTBzX9SCEAvkQ==")
    XCTAssertEqual(model.versionChecksum, "RepSrqS5nqPQvmIAlCNlv4BXh0U2vv91EIXyMNZg5/g=")
  }

  func testNameOrderIsByCodePoint() {
    // U+FF5E comes before U+1F3D5, although its UTF-16 unit is greater than the other's first.
    let hashes = [
      "\u{1F3D5}": Data(repeating: 4, count: 32), "\u{FF5E}": Data(repeating: 3, count: 32),
      "a": Data(repeating: 2, count: 32), "B": Data(repeating: 1, count: 32),
    ]
    XCTAssertEqual(
      ManagedObjectModel.versionHashesDigest(of: hashes),
      "KrhkR+W/esgqAufIcUTzWAIDn6JJBmQqbMspCycGpBrfL3vw66KHeHGDpKE5CZCNNMqjadVOJgKX9Hr0nDbAag==")
    XCTAssertEqual(
      ManagedObjectModel.versionChecksum(of: hashes),
      "/v4LYHYNCa1rwa3WPt+yez/Qd9EjeoB8doqOIEFtEVE=")
  }

  /// Names of the entities whose hashes the change changes.
  private func changed(by change: (ManagedObjectModel) throws -> Void) rethrows -> Set<String> {
    let model = makeModel()
    let before = model.entityVersionHashesByName
    try change(model)
    let after = model.entityVersionHashesByName
    return Set(before.keys.filter { before[$0] != after[$0] })
  }

  func testWhatAStoreCannotTellChangesNoHash() throws {
    let names = try changed { model in
      for entity in model.entities {
        entity.managedObjectClassName = "Other"
        entity.userInfo = ["key": "value"]
        entity.renamingIdentifier = "Former"
        entity.indexes = [FetchIndexDescription(name: "by", elements: [.init("fullName")])]
        for property in entity.properties {
          property.userInfo = ["key": "value"]
          property.renamingIdentifier = "former"
        }
        entity.properties.reverse()
        entity.uniquenessConstraints = entity.uniquenessConstraints.reversed().map { $0.reversed() }
      }
      let name = try property("fullName", of: "Person", in: model) as? AttributeDescription
      name?.defaultValue = .string("nobody")
      name?.minimumValue = .integer(1)
      name?.maximumValue = .integer(9)
      name?.regularExpression = ".*"
      name?.isIndexed = true
      name?.preservesValueInHistoryOnDeletion = true
      let stays = try property("reservations", of: "Camper", in: model) as? RelationshipDescription
      stays?.deleteRule = .cascadeDeleteRule
      let owner = try property("camper", of: "Reservation", in: model) as? RelationshipDescription
      owner?.isOrdered = true
      model.versionIdentifiers = ["7"]
    }
    XCTAssertEqual(names, [])
  }

  func testDataThatMayLieInFilesIsKeptInAnotherFormAndChangesTheHash() throws {
    let names = try changed { model in
      let name = try property("email", of: "Camper", in: model) as? AttributeDescription
      name?.allowsExternalBinaryDataStorage = true
    }
    XCTAssertEqual(names, ["Camper"])
  }

  func testAChangedSubentityChangesOnlyItself() throws {
    XCTAssertEqual(changed { $0.entitiesByName["Camper"]?.isAbstract = true }, ["Camper"])
    XCTAssertEqual(
      changed { $0.entitiesByName["Camper"]?.versionHashModifier = "summer" }, ["Camper"])
    XCTAssertEqual(
      changed { $0.entitiesByName["Camper"]?.uniquenessConstraints = [["email"]] }, ["Camper"])
    XCTAssertEqual(
      changed { $0.entitiesByName["Camper"]?.properties.removeLast() }, ["Camper"])
  }

  func testAChangedSuperentityChangesItsDescendants() throws {
    XCTAssertEqual(
      changed { $0.entitiesByName["Person"]?.isAbstract = false }, ["Person", "Camper"])
    XCTAssertEqual(
      try changed { try property("fullName", of: "Person", in: $0).isOptional = true },
      ["Person", "Camper"])
  }

  func testEachFactOfAPropertyChangesItsEntity() throws {
    func changes(_ name: String, _ change: (PropertyDescription) -> Void) throws {
      let names = try changed { change(try property(name, of: "Camper", in: $0)) }
      XCTAssertEqual(names, ["Camper"])
    }
    try changes("email") { $0.name = "mail" }
    try changes("email") { $0.isOptional = false }
    try changes("email") { $0.isTransient = true }
    try changes("email") { $0.versionHashModifier = "2" }
    try changes("email") { ($0 as? AttributeDescription)?.attributeType = .uri }
    try changes("reservations") { ($0 as? RelationshipDescription)?.minCount = 1 }
    try changes("reservations") { ($0 as? RelationshipDescription)?.maxCount = 9 }
    try changes("reservations") { ($0 as? RelationshipDescription)?.isOrdered = false }
    try changes("reservations") { ($0 as? RelationshipDescription)?.inverseRelationship = nil }
    try changes("reservations") { ($0 as? RelationshipDescription)?.destinationEntity = nil }
  }

  func testAnEmptyModifierIsNone() {
    XCTAssertEqual(
      changed { $0.entitiesByName["Person"]?.versionHashModifier = "" }, [])
  }
}
