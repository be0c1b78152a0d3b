import Foundation
import XCTest

@testable import ObjectGraph

/// What an object does with a row that was saved, by what it has changed itself, and by how its
/// context stands to the save.
@MainActor
final class SaveApplicationTests: XCTestCase {
  private static let roles: [SaveRole] = [.origin, .ancestor, .relative, .foreign]

  private var stack: StoreStack?

  /// Ann, saved once, of 40 years.
  private func ann() throws -> Owner {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    self.stack = stack
    let context = stack.mainContext
    let ann = context.owner("Ann", age: 40)
    try context.saveThrough()
    _ = try context.existingObject(with: ann.objectID)
    return ann
  }

  /// A row of Ann's, of 50 years, that somebody saved.
  private func row(of ann: Owner, version: Int64) throws -> Row {
    let age = try XCTUnwrap(ann.layout.property("age"))
    let row = try XCTUnwrap(ann.snapshot ?? ann.row).copy()
    row.set(age.index, slot: age.slot, integer: 50)
    row.identify(key: row.key, version: version)
    row.stamp(epoch: 1)
    return row
  }

  private func apply(_ row: Row, to ann: Owner, as role: SaveRole) throws {
    try XCTUnwrap(ann.managedObjectContext).apply(row, to: ann, as: role)
  }

  func testACleanObjectGetsTheRowInEveryRole() async throws {
    for role in Self.roles {
      let ann = try ann()
      try apply(row(of: ann, version: 2), to: ann, as: role)
      XCTAssertEqual(ann.age, 50, "\(role)")
      XCTAssertFalse(ann.hasChanges, "\(role)")
    }
  }

  func testARowThatIsNotNewerChangesNothing() async throws {
    for role: SaveRole in [.origin, .relative, .foreign] {
      let ann = try ann()
      try apply(row(of: ann, version: 1), to: ann, as: role)
      XCTAssertEqual(ann.age, 40, "\(role)")
    }
  }

  func testChangesOfOtherPropertiesStayOnTopOfTheRowInEveryRole() async throws {
    for role in Self.roles {
      let ann = try ann()
      ann.name = "Anne"
      try apply(row(of: ann, version: 2), to: ann, as: role)
      XCTAssertEqual(ann.age, 50, "\(role)")
      XCTAssertEqual(ann.name, "Anne", "\(role)")
      XCTAssertEqual(Set(ann.changedValues().keys), ["name"], "\(role)")
      XCTAssertEqual(ann.knownVersion, 2, "\(role)")
    }
  }

  func testOnlyAForeignSaveOfTheSamePropertyLeavesAConflict() async throws {
    for role in Self.roles {
      let ann = try ann()
      ann.age = 45
      try apply(row(of: ann, version: 2), to: ann, as: role)
      XCTAssertEqual(ann.age, 45, "\(role)")
      XCTAssertEqual(ann.knownVersion, role == .foreign ? 1 : 2, "\(role)")
    }
  }

  func testAChildWithChangesLearnsOnlyOfTheNextVersionFromItsParent() async throws {
    let ann = try ann()
    ann.name = "Anne"
    try apply(row(of: ann, version: 3), to: ann, as: .relative)
    XCTAssertEqual(ann.knownVersion, 1)
    try apply(row(of: ann, version: 3), to: ann, as: .foreign)
    XCTAssertEqual(ann.knownVersion, 3)
  }

  func testAFaultGetsNothingAndADeletedObjectStaysAsItWas() async throws {
    let ann = try ann()
    let row = try row(of: ann, version: 2)
    let context = try XCTUnwrap(ann.managedObjectContext)
    context.delete(ann)
    try apply(row, to: ann, as: .foreign)
    XCTAssertEqual(ann.knownVersion, 1)
    context.rollback()
    context.refresh(ann, mergeChanges: false)
    for role in Self.roles {
      try apply(row, to: ann, as: role)
      XCTAssertNil(ann.row, "\(role)")
    }
  }
}
