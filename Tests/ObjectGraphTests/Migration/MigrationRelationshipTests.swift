import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// How objects that a migration makes get their one-to-many relationships: whichever side says so, in
/// whichever order, whatever policies do.
final class MigrationRelationshipTests: XCTestCase {
  /// The sides of a relationship that a mapping model speaks of.
  private enum Sides: CaseIterable {
    case toOne, toMany, both
  }

  /// More notes than a migration handles at once, each seventh of them in no folder.
  private static let noteCount = 525

  /// The store that all tests migrate, filled once.
  private static let filled = Result {
    let stage = MigrationStage(
      folder: try TemporaryFolder("folders"), source: FoldersModel.make(),
      destination: FoldersModel.make())
    try stage.fill { context in
      var folders: [ManagedObject] = []
      for number in 0..<5 {
        let parent = number > 0 ? folders[(number - 1) / 2] : nil
        folders.append(
          try context.insert("Folder", ["name": "F\(number)", "parent": parent]))
      }
      for number in 0..<noteCount {
        _ = try context.insert(
          "Note",
          [
            "text": String(format: "N%04d", number),
            "folder": number % 7 == 6 ? nil : folders[number % 5],
          ])
      }
    }
    return stage
  }

  override static func tearDown() {
    (try? filled.get())?.folder.remove()
    super.tearDown()
  }

  private func folders() throws -> MigrationStage {
    EntityMigrationPolicies.register(
      Obeying.self, Silent.self, ByHand.self, SilentByHand.self, Deleting.self, Carding.self)
    let filled = try Self.filled.get()
    let stage = MigrationStage(
      folder: try temporaryFolder(), source: filled.source, destination: filled.destination)
    try FileManager.default.copyItem(at: filled.sourceURL, to: stage.sourceURL)
    return stage
  }

  private func mappings(
    _ sides: Sides, byName: Bool, notes policy: String? = nil, folders folderPolicy: String? = nil
  ) throws -> (folders: EntityMapping, notes: EntityMapping) {
    func made(by mapping: String, of path: String) -> String {
      byName
        ? ShelvesModel.made(by: mapping, of: path)
        : "FUNCTION($manager, \"destinationInstancesForSourceInstances:\", \(path))"
    }
    let notes = try PropertyMapping("notes", made(by: "Notes", of: "$source.notes"))
    let folder = try PropertyMapping("folder", made(by: "Folders", of: "$source.folder"))
    return (
      EntityMapping(
        name: "Folders", from: "Folder", to: "Folder", attributes: [PropertyMapping(name: "name")],
        relationships: sides == .toOne ? [] : [notes], policy: folderPolicy),
      EntityMapping(
        name: "Notes", from: "Note", to: "Note", attributes: [PropertyMapping(name: "text")],
        relationships: sides == .toMany ? [] : [folder], policy: policy)
    )
  }

  /// The folder's name of each note, by the note's text.
  private static func places(_ context: ManagedObjectContext) throws -> [String: String] {
    var places: [String: String] = [:]
    for note in try context.all("Note", by: "text") {
      places[try note.value(forKey: "text") as? String ?? ""] =
        try note.value(forKeyPath: "folder.name") as? String
    }
    return places
  }

  private func checkAll(
    notes policy: String?, folders folderPolicy: String? = nil, isKept: (Sides) -> Bool,
    line: UInt = #line
  ) throws {
    for sides in Sides.allCases {
      for byName in [true, false] {
        for foldersFirst in [true, false] {
          let stage = try folders()
          let (folders, notes) = try mappings(
            sides, byName: byName, notes: policy, folders: folderPolicy)
          try stage.migrate(foldersFirst ? [folders, notes] : [notes, folders])
          let before = try MigrationStage.with(stage.source, stage.sourceURL, Self.places)
          XCTAssertEqual(before.count, Self.noteCount - Self.noteCount / 7)
          let after = try stage.read(Self.places)
          XCTAssertEqual(
            after, isKept(sides) ? before : [:],
            "\(sides), by name: \(byName), folders first: \(foldersFirst)", line: line)
        }
      }
    }
  }

  func testEitherSideIsEnough() throws { try checkAll(notes: nil) { _ in true } }

  func testAPolicyThatCallsSuperMakesThem() throws {
    try checkAll(notes: "Obeying") { _ in true }
    try checkAll(notes: nil, folders: "Obeying") { _ in true }
  }

  func testWhatAPolicyOfOneSideDoesNotMakeTheOtherSideMakes() throws {
    try checkAll(notes: "Silent") { $0 != .toOne }
    try checkAll(notes: nil, folders: "Silent") { $0 != .toMany }
  }

  func testObjectsThatAPolicyMakesGetThemToo() throws {
    try checkAll(notes: "ByHand") { _ in true }
    try checkAll(notes: "SilentByHand") { $0 != .toOne }
    try checkAll(notes: nil, folders: "ByHand") { _ in true }
  }

  func testARelationshipOfAnEntityToItselfIsMade() throws {
    for policy in [nil, "Obeying", "ByHand"] {
      for keys in [["parent"], ["children"], ["parent", "children"]] {
        let stage = try folders()
        try stage.migrate([
          EntityMapping(
            name: "Folders", from: "Folder", to: "Folder",
            attributes: [PropertyMapping(name: "name")],
            relationships: try keys.map {
              try PropertyMapping($0, ShelvesModel.made(by: "Folders", of: "$source.\($0)"))
            }, policy: policy)
        ])
        let parents = try stage.read { context in
          try context.all("Folder", by: "name").map {
            try $0.value(forKeyPath: "parent.name") as? String ?? "-"
          }
        }
        XCTAssertEqual(parents, ["-", "F0", "F0", "F1", "F1"], "\(policy ?? "") \(keys)")
      }
    }
  }

  func testWhatAPolicyDeletesAgainIsNotFoundAnyMore() throws {
    for foldersFirst in [true, false] {
      let stage = try folders()
      let (folders, notes) = try mappings(.both, byName: true, folders: "Deleting")
      try stage.migrate(foldersFirst ? [folders, notes] : [notes, folders])
      let places = try stage.read(Self.places)
      XCTAssertEqual(Set(places.values), ["F1", "F2", "F3", "F4"])
      // The fifth of them that lay in the first folder lies in none.
      XCTAssertEqual(places.count, (Self.noteCount - Self.noteCount / 7) / 5 * 4)
      XCTAssertEqual(try stage.read { try $0.texts("Note", "text").count }, Self.noteCount)
    }
  }

  func testAnObjectOfAnotherEntityGetsTheRelationshipsThatItHas() throws {
    for foldersFirst in [true, false] {
      let stage = try folders()
      let (folders, notes) = try mappings(.both, byName: true, notes: "Carding")
      try stage.migrate(foldersFirst ? [folders, notes] : [notes, folders])
      let cards = try stage.read { context in
        try context.all("Card", by: "text").map {
          let tag = try $0.value(forKey: "tag") as? String ?? "-"
          return "\(tag) \(try $0.value(forKey: "text") as? String ?? "-")"
        }
      }
      XCTAssertEqual(cards, (0..<Self.noteCount).map { String(format: "red N%04d", $0) })
    }
  }
}

/// Folders of notes; a card is neither.
private enum FoldersModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Folder") {
        AttributeDescription("name", .string)
        RelationshipDescription("notes", toMany: "Note", inverse: "folder")
        RelationshipDescription("parent", toOne: "Folder", inverse: "children")
        RelationshipDescription("children", toMany: "Folder", inverse: "parent")
      }
      EntityDescription("Note") {
        AttributeDescription("text", .string)
        RelationshipDescription("folder", toOne: "Folder", inverse: "notes")
      }
      EntityDescription("Card") {
        AttributeDescription("tag", .string)
        AttributeDescription("text", .string)
      }
    }
  }
}

/// Does what the standard policy does.
private final class Obeying: EntityMigrationPolicy {
  override func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }
}

/// Makes no relationships.
private final class Silent: EntityMigrationPolicy {
  override func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {}
}

private class ByHand: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws { try makeByHand(of: sInstance, mapping, manager) }
}

private final class SilentByHand: ByHand {
  override func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {}
}

/// Deletes the first folder again, once all are saved.
private final class Deleting: EntityMigrationPolicy {
  override func endInstanceCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let folders = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: nil)
    for folder in folders where try folder.value(forKey: "name") as? String == "F0" {
      manager.destinationContext.delete(folder)
    }
  }
}

/// Makes cards of notes, which have no folder.
private final class Carding: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let card = try manager.destinationContext.insert(
      "Card", ["tag": "red", "text": try sInstance.value(forKey: "text")])
    manager.associate(sourceInstance: sInstance, withDestinationInstance: card, for: mapping)
  }
}

extension EntityMigrationPolicy {
  fileprivate func makeByHand(
    of source: ManagedObject, _ mapping: EntityMapping, _ manager: MigrationManager
  ) throws {
    let object = try manager.destinationContext.insert(mapping.destinationEntityName ?? "")
    for attribute in mapping.attributeMappings {
      try object.setValue(try source.value(forKey: attribute.name), forKey: attribute.name)
    }
    manager.associate(sourceInstance: source, withDestinationInstance: object, for: mapping)
  }
}
