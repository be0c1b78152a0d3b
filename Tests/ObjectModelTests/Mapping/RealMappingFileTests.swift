import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

/// Reads the mapping files of real applications.
final class RealMappingFileTests: XCTestCase {
  private func mapping(_ name: String) throws -> MappingModel {
    try MappingModel(
      contentsOf: Fixtures.folder().appendingPathComponent("mappings/\(name).xcmappingmodel"))
  }

  private func model(_ path: String) throws -> ManagedObjectModel {
    let url = try Fixtures.folder().appendingPathComponent("models/\(path).xcdatamodel")
    let model = try ManagedObjectModel(contentsOf: url)
    try model.freeze()
    return model
  }

  private let notes = "UnCloudNotes.xcdatamodeld/UnCloudNotesDataModel"

  func testAnAttachmentIsMadeOfANotesPicture() throws {
    let mapping = try mapping("UnCloudNotes_v2_to_v3")
    XCTAssertEqual(mapping.name, "UnCloudNotes_v2_to_v3")
    // What the editor left behind is no part of it: two relationships of no mapping.
    XCTAssertEqual(
      mapping.lines,
      [
        "NoteToAttachment: Note > Attachment where image != nil",
        "  dateCreated", "  image",
        #"  note = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "NoteToNote", $source)"#,
        "NoteToNote: Note > Note", "  title", "  displayIndex", "  dateCreated", "  body",
      ])
  }

  func testAMappingIsForTheTwoVersionsThatItNames() throws {
    let bundle = try VersionedModel(
      contentsOf: Fixtures.folder().appendingPathComponent("models/UnCloudNotes.xcdatamodeld"))
    let models = try bundle.versionNames.map { try bundle.model(forVersion: $0) }
    let file = try mapping("UnCloudNotes_v2_to_v3")
    XCTAssertEqual(file.versionNames?.source, "UnCloudNotesDataModel v2")
    XCTAssertEqual(file.versionNames?.destination, "UnCloudNotesDataModel v3")
    func chosen(_ model: MappingModel, _ source: Int) throws -> Bool {
      try MappingModel(
        from: [model], forSourceModel: models[source], destinationModel: models[source + 1]) != nil
    }
    XCTAssertEqual(try (0..<3).map { try chosen(file, $0) }, [false, true, false])
    // One that would fit everywhere by its entities alone.
    let copy = EntityMapping(name: "NoteToNote", from: "Note", to: "Note")
    let any = MappingModel(entityMappings: [copy])
    XCTAssertEqual(try (0..<3).map { try chosen(any, $0) }, [true, true, true])
    let last = MappingModel(
      entityMappings: [copy],
      versionNames: ("UnCloudNotesDataModel v3", "UnCloudNotesDataModel v4"))
    XCTAssertEqual(try (0..<3).map { try chosen(last, $0) }, [false, false, true])
  }

  func testTheModelsDecideWhatTheFileLeavesOpen() throws {
    let completed = try mapping("UnCloudNotes_v2_to_v3").completed(
      from: model(notes + " v2"), to: model(notes + " v3"))
    XCTAssertEqual(
      completed.lines.filter { !$0.contains("FUNCTION") },
      [
        "NoteToAttachment: Note > Attachment transform where image != nil",
        "  dateCreated = $source.dateCreated", "  image = $source.image",
        "NoteToNote: Note > Note transform", "  title = $source.title",
        "  displayIndex = $source.displayIndex", "  dateCreated = $source.dateCreated",
        "  body = $source.body",
      ])
  }

  func testAMappingThatIsNotListedIsNoPartOfTheModel() throws {
    let mapping = try mapping("UnCloudNotes_v3_to_v4")
    XCTAssertEqual(
      mapping.lines,
      [
        "NoteToNote: Note > Note", "  displayIndex", "  body", "  dateCreated", "  title",
        #"  attachments = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "NoteToNote", $source.attachments)"#,
        "AttachmentToImageAttachment: Attachment > ImageAttachment"
          + " by AttachmentToImageAttachmentMigrationPolicyV3toV4",
        "  image", "  dateCreated", "  note",
      ])
    let completed = try mapping.completed(from: model(notes + " v3"), to: model(notes + " v4"))
    XCTAssertEqual(
      completed.lines.last,
      #"  note = FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "note", $source.note)"#
    )
  }

  func testPathsWithCollectionOperatorsAreAskedOfTheObject() throws {
    let mapping = try mapping("Moody2-3")
    XCTAssertEqual(
      mapping.entityMappings.map(\.name),
      [
        "MoodToMood", "CountryToCountry", "ContinentToContinent",
      ])
    // Empty texts are fields that were emptied.
    XCTAssertEqual(mapping.entityMappings.compactMap(\.entityMigrationPolicyClassName), [])
    XCTAssertEqual(
      mapping.lines.filter { $0.contains("moods =") || $0.contains("continent =") },
      [
        #"  continent = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "ContinentToContinent", $source.country.continent)"#,
        #"  moods = FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "MoodToMood", FUNCTION($source, "valueForKeyPath:", "countries.@distinctUnionOfSets.moods"))"#,
      ])
    let moody = "Moody.xcdatamodeld/Moody"
    XCTAssertNoThrow(try mapping.completed(from: model(moody + " 2"), to: model(moody + " 3")))
  }

  func testWhatHasNoSourceIsAdded() throws {
    let posts = "wibosco/CoreDataMigration_Example.xcdatamodeld/CoreDataMigration_Example"
    let mapping = try mapping("Migration2to3ModelMapping")
    XCTAssertEqual(
      mapping.lines,
      [
        "Section: - > Section", "  title", "  body", "  index", "  post",
        "PostToPost: Post > Post by Post2ToPost3MigrationPolicy", "  postID", "  hexColor",
        "  date", "  sections",
      ])
    let completed = try mapping.completed(from: model(posts + " 2"), to: model(posts + " 3"))
    XCTAssertEqual(completed.entityMappings.map(\.mappingType), [.add, .transform])
    // A source that is none, and one without the relationship, leave the default values.
    XCTAssertEqual(
      completed.lines.filter { !$0.contains("=") && $0.hasPrefix(" ") },
      ["  title", "  body", "  index", "  post", "  sections"])
  }

  func testTheMappingOfAStepIsFoundAmongOthers() throws {
    let all = try ["UnCloudNotes_v2_to_v3", "Migration2to3ModelMapping", "UnCloudNotes_v3_to_v4"]
      .map(mapping)
    for (versions, name) in [
      ((" v2", " v3"), "UnCloudNotes_v2_to_v3"), ((" v3", " v4"), "UnCloudNotes_v3_to_v4"),
    ] {
      let found = try MappingModel(
        from: all, forSourceModel: model(notes + versions.0),
        destinationModel: model(notes + versions.1))
      XCTAssertEqual(found?.name, name)
    }
    XCTAssertNil(
      try MappingModel(
        from: all, forSourceModel: model(notes), destinationModel: model(notes + " v3")))
  }

  func testMappingsThatFitEquallyWellAreNamed() throws {
    let all = try ["Moody2-3", "Moody3-4"].map(mapping)
    let moody = "Moody.xcdatamodeld/Moody"
    let (three, four) = (try model(moody + " 3"), try model(moody + " 4"))
    let error = ModelText.error(
      try MappingModel(from: all, forSourceModel: three, destinationModel: four))
    XCTAssertEqual(error?.code, .migration)
    XCTAssertEqual(
      error?.message, "2 mapping models fit the two versions equally well: Moody2-3; Moody3-4")
    // The hashes of its entities tell one from the other.
    for mapping in all[1].entityMappings {
      mapping.destinationEntityVersionHash =
        four.entitiesByName[mapping.destinationEntityName ?? ""]?.versionHash
    }
    let found = try MappingModel(from: all, forSourceModel: three, destinationModel: four)
    XCTAssertEqual(found?.name, "Moody3-4")
  }

  func testMutatedFilesNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 11)
    let files = try ["UnCloudNotes_v2_to_v3", "Migration2to3ModelMapping"].map {
      try Fixtures.folder().appendingPathComponent("mappings/\($0).xcmappingmodel/xcmapping.xml")
    }
    let texts = try files.map { try Data(contentsOf: $0) }
    let (old, new) = (try model(notes + " v2"), try model(notes + " v3"))
    try ModelText.withFolder { folder in
      let file = folder.appendingPathComponent("xcmapping.xml")
      for round in 0..<Campaign.rounds(200, full: 20_000) {
        try texts[round % texts.count].mutated(using: &generator).write(to: file)
        do {
          _ = try MappingModel(contentsOf: file).completed(from: old, to: new)
        } catch {
          XCTAssertTrue(error is ObjectGraphError, "\(error)")
        }
      }
    }
  }
}
