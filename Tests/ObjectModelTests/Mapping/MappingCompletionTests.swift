import XCTest

@testable import ObjectModel

/// What two models decide of a mapping model, and in what it may not fit them.
final class MappingCompletionTests: XCTestCase {
  private func model(
    _ name: String = "Note", @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) throws -> ManagedObjectModel {
    let entity = EntityDescription(name, properties)
    let model = ManagedObjectModel { entity }
    try model.freeze()
    return model
  }

  private func old() throws -> ManagedObjectModel {
    try model {
      AttributeDescription("title", .string)
      AttributeDescription("body", .string)
      RelationshipDescription("parent", toOne: "Note", inverse: "children")
      RelationshipDescription("children", toMany: "Note", inverse: "parent")
    }
  }

  private func problems(_ mappings: EntityMapping...) throws -> [ObjectGraphError] {
    let (old, new) = (try old(), try old())
    let error = ModelText.error(
      try MappingModel(entityMappings: mappings).completed(from: old, to: new))
    return error?.underlyingErrors ?? []
  }

  func testAllThatDoesNotFitIsNamedWithWhatMayHaveBeenMeant() throws {
    let problems = try problems(
      EntityMapping(name: "A", from: "Notes", to: "Note"),
      EntityMapping(
        name: "B", from: "Note", to: "Note", where: try FetchPredicate(format: "titel != nil"),
        attributes: [
          PropertyMapping(name: "titles"), PropertyMapping(name: "parent"),
          try PropertyMapping("body", "$source.bodi"),
        ],
        relationships: [
          try PropertyMapping(
            "parent",
            "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"C\", $source.parent)"
          )
        ]))
    XCTAssertEqual(
      problems.map { "\($0.message) (\($0.repair ?? ""))" },
      [
        "the mapping A names the source entity Notes, which the source model lacks (did you mean Note?)",
        "the mapping B has the filter titel != nil, which cannot be evaluated: "
          + "Note has no \"titel\" (did you mean title?)",
        "the mapping B maps the attribute titles, which Note does not have (did you mean title?)",
        "the mapping B maps the attribute parent, which Note does not have "
          + "(use one of body, title)",
        "the mapping B uses $source.bodi for body, but Note has no bodi (did you mean body?)",
        "the mapping B uses objects of the mapping C for parent, but there is no such mapping"
          + " (did you mean A?)",
      ])
  }

  func testPathsAreFollowedOverRelationships() throws {
    let problems = try problems(
      EntityMapping(
        name: "A", from: "Note", to: "Note",
        attributes: [
          try PropertyMapping("title", "$source.parent.children.name"),
          try PropertyMapping("body", "$sourc.body"),
        ]))
    XCTAssertEqual(problems.map(\.key), ["name", "body"])
    XCTAssertEqual(problems.last?.repair, "did you mean source?")
  }

  func testAMappingNeedsTheEntitiesOfItsType() throws {
    let problems = try problems(
      EntityMapping(name: "A", type: .copy, from: "Note"), EntityMapping(name: "B"),
      EntityMapping(name: "C", type: .add, from: "Note"),
      EntityMapping(name: "A", type: .remove, from: "Note"))
    XCTAssertEqual(
      problems.map(\.message),
      [
        "the mapping A has no destination entity",
        "the mapping B has no source and no destination entity",
        "the mapping C has no destination entity",
        "the mapping A is the second mapping with that name",
      ])
  }

  func testAMappingOfAnotherVersionIsToldByItsHash() throws {
    let (old, new) = (try old(), try old())
    let mapping = EntityMapping(name: "A", from: "Note", to: "Note")
    mapping.sourceEntityVersionHash = old.entitiesByName["Note"]?.versionHash
    XCTAssertNoThrow(try MappingModel(entityMappings: [mapping]).completed(from: old, to: new))
    mapping.sourceEntityVersionHash?[0] ^= 1
    let error = ModelText.error(
      try MappingModel(entityMappings: [mapping]).completed(from: old, to: new))
    XCTAssertEqual(error?.code, .migrationMissingMappingModel)
  }

  func testOnlyAMappingThatLeavesItToTheModelsTakesValuesOfTheSameName() throws {
    let old = try old()
    let new = try model {
      AttributeDescription("title", .string)
      AttributeDescription("size", .integer16)
    }
    func lines(_ type: EntityMappingType) throws -> [String] {
      let mapping = EntityMapping(
        name: "A", type: type, from: "Note", to: "Note",
        attributes: [PropertyMapping(name: "title"), PropertyMapping(name: "size")])
      return try MappingModel(entityMappings: [mapping]).completed(from: old, to: new).lines
    }
    XCTAssertEqual(
      try lines(.undefined), ["A: Note > Note transform", "  title = $source.title", "  size"])
    XCTAssertEqual(try lines(.transform), ["A: Note > Note transform", "  title", "  size"])
  }

  func testACopyTakesEverything() throws {
    let (old, new) = (try old(), try old())
    let mapping = EntityMapping(
      name: "A", type: .copy, from: "Note", to: "Note",
      attributes: [try PropertyMapping("title", "'new'")])
    XCTAssertEqual(
      try MappingModel(entityMappings: [mapping]).completed(from: old, to: new).lines,
      [
        "A: Note > Note copy", "  title = \"new\"", "  body = $source.body",
        #"  children = FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "children", $source.children)"#,
        #"  parent = FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "parent", $source.parent)"#,
      ])
  }

  func testAFilterMaySpeakOfTheSource() throws {
    let (old, new) = (try old(), try old())
    let mapping = EntityMapping(
      name: "A", from: "Note", to: "Note",
      where: try FetchPredicate(format: "$source.title != nil AND $source.parent.body == 'x'"))
    let completed = try MappingModel(entityMappings: [mapping]).completed(from: old, to: new)
    XCTAssertEqual(
      completed.entityMappings[0].sourcePredicate,
      try FetchPredicate(format: "title != nil AND parent.body == 'x'"))
  }
}
