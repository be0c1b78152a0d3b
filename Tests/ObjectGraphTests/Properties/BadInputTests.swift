import Foundation
import ObjectGraph
import XCTest

/// What callers should not do: each is an error or harmless, and changes nothing.
@MainActor
final class BadInputTests: XCTestCase {
  private func expectInvalid(
    _ what: String, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
  ) {
    XCTAssertThrowsError(try body(), what, file: file, line: line) {
      XCTAssertEqual(
        ($0 as? ObjectGraphError)?.code, .invalidArgument, what, file: file, line: line)
    }
  }

  /// Runs the body, after which the thing and its context are as they were.
  private func unchanged(_ thing: Thing, _ body: () throws -> Void) throws {
    let context = try XCTUnwrap(thing.managedObjectContext)
    context.processPendingChanges()
    let (before, wasChanged) = (try context.contents(), context.hasChanges)
    try body()
    XCTAssertEqual(try context.contents(), before)
    XCTAssertEqual(context.hasChanges, wasChanged)
  }

  func testAKeyThatTheEntityLacksIsAnErrorEverywhere() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let thing = try container.viewContext.fullThing()
      try self.unchanged(thing) {
        for key in ["nmae", "", ".", "one.", "Z_PK", "self", "street", "NAME"] {
          self.expectInvalid(key) { _ = try thing.value(forKey: key) }
          self.expectInvalid(key) { _ = try thing.value(forKeyPath: key) }
          self.expectInvalid(key) { _ = try thing.value(forKeyPath: "one." + key) }
          self.expectInvalid(key) { try thing.setValue("x", forKey: key) }
          self.expectInvalid(key) { try thing.setValue("x", forKeyPath: "one." + key) }
          self.expectInvalid(key) { _ = try thing.primitiveValue(forKey: key) }
          self.expectInvalid(key) { try thing.setPrimitiveValue("x", forKey: key) }
          self.expectInvalid(key) { _ = try thing.committedValues(forKeys: ["name", key]) }
          self.expectInvalid(key) { _ = try thing.dictionaryWithValues(forKeys: ["name", key]) }
          self.expectInvalid(key) { _ = try thing.mutableSetValue(forKey: key) }
          self.expectInvalid(key) { _ = try thing.mutableOrderedSetValue(forKey: key) }
          self.expectInvalid(key) { _ = try thing.hasFault(forRelationshipNamed: key) }
          self.expectInvalid(key) { _ = try thing.objectIDs(forRelationshipNamed: key) }
          self.expectInvalid(key) { try thing.add(thing, to: key) }
        }
        self.expectInvalid("objectID") { try thing.setValue(thing.objectID, forKey: "objectID") }
        self.expectInvalid("path") { _ = try thing.value(forKeyPath: "name.length") }
      }
    }
  }

  func testAValueOfAnotherTypeIsRefusedForEachTypeOfAttribute() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      let thing = try context.fullThing()
      let wrong: [String: [Any]] = [
        "name": [7, true, Date(), Data(), UUID()],
        "small": ["7", 70_000, 1.5, Double.nan, Double.infinity, Date(), Data()],
        "medium": ["7", Int64.max, -1e300, UUID()],
        "whole": ["7", UInt64.max, 1e300, Double.nan, Date()],
        "flag": ["yes", Date(), Data()], "single": ["1.5", Data(), UUID()],
        "real": ["1.5", Data(), UUID()], "price": ["1.25", Data(), UUID()],
        "date": ["2024-01-01", Data(), UUID()], "bytes": ["bytes", 7, Date()],
        "photo": ["bytes", 7, Date()], "code": ["code", 7, Data([1])], "link": [7, Date(), Data()],
        "address": ["Hill", 7, ["nothing": 1], ["number": "four"], [1, 2]],
      ]
      try self.unchanged(thing) {
        for (key, values) in wrong {
          for value in values + [thing, [thing], Set([thing]), NSObject(), Optional(thing) as Any] {
            self.expectInvalid("\(key) = \(value)") { try thing.setValue(value, forKey: key) }
            self.expectInvalid("\(key) = \(value)") {
              try thing.setPrimitiveValue(value, forKey: key)
            }
          }
        }
      }
      XCTAssertEqual(context.errors.map(\.code), [])
    }
  }

  func testWrongValuesOfARelationshipAreRefused() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      let thing = try context.fullThing()
      let stranger = Stranger(context: context)
      let never: [Any] = [
        stranger, [stranger], Set([stranger]), [thing, stranger] as [ManagedObject],
        OrderedSet<ManagedObject>([stranger]), "full", 7, ["full"], thing.objectID, [7: thing],
      ]
      try self.unchanged(thing) {
        for key in ["one", "mate", "many", "peers", "ordered", "ranked"] {
          let isToMany = thing.entity.relationshipsByName[key]?.isToMany == true
          let others: [Any] = isToMany ? [thing] : [[thing], Set([thing]), OrderedSet([thing])]
          for value in never + others {
            self.expectInvalid("\(key) = \(value)") { try thing.setValue(value, forKey: key) }
          }
          self.expectInvalid(key) { try thing.setPrimitiveValue(thing, forKey: key) }
        }
        for key in ["ordered", "ranked"] {
          self.expectInvalid(key) { try thing.setValue(Set([thing]), forKey: key) }
        }
      }
      XCTAssertEqual(context.errors.map(\.code), [])
    }
  }

  func testAnObjectOfAnotherContextEntersNoRelationship() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      let thing = try context.fullThing()
      let child = context.makeChild()
      let other = child.object(with: thing.objectID)
      let foreign = try XCTUnwrap(other as? Thing)
      let typed: [() -> Void] = [
        { thing.one = foreign }, { thing.mate = foreign }, { thing.holder = foreign },
        { thing.many = [thing, foreign] }, { thing.ordered = [thing, foreign] },
        { thing.peers = [foreign] }, { thing.ranked = [foreign, thing] },
        { thing.many.insert(foreign) }, { thing.ranked.append(foreign) },
      ]
      try self.unchanged(thing) {
        for (index, body) in typed.enumerated() {
          body()
          XCTAssertEqual(context.errors.count, index + 1, "\(index)")
        }
        for key in ["one", "mate", "holder"] {
          self.expectInvalid(key) { try thing.setValue(foreign, forKey: key) }
        }
        for key in ["many", "peers", "ordered", "ranked"] {
          self.expectInvalid(key) { try thing.setValue([thing, foreign], forKey: key) }
          self.expectInvalid(key) { try thing.add([thing, foreign], to: key) }
          self.expectInvalid(key) { try thing.remove([thing, foreign], from: key) }
        }
        self.expectInvalid("insert") { try thing.insert(foreign, into: "ordered", at: 0) }
      }
      XCTAssertEqual(context.errors.count, typed.count)
      XCTAssertTrue(context.errors.allSatisfy { $0.code == .invalidArgument })
      XCTAssertThrowsError(try context.save())
      XCTAssertFalse(child.hasChanges)
      try context.save()
    }
  }

  func testALiveSetTakesNoObjectOfAnotherContext() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      let thing = try context.fullThing()
      let child = context.makeChild()
      let foreign = child.object(with: thing.objectID)
      let many = try thing.mutableSetValue(forKey: "many")
      let peers = try thing.mutableSetValue(forKey: "peers")
      let ordered = try thing.mutableOrderedSetValue(forKey: "ordered")
      let ranked = try thing.mutableOrderedSetValue(forKey: "ranked")
      let edits: [() -> Void] = [
        { many.add(foreign) }, { peers.add(foreign) }, { ordered.add(foreign) },
        { ranked.add(foreign) }, { many.setSet([foreign]) }, { peers.union([foreign]) },
        { many.union([thing, foreign]) }, { many.minus([thing, foreign]) },
        { ordered.add(contentsOf: [thing, foreign]) },
        { ordered.insert(foreign, at: 0) }, { ranked.replaceObject(at: 0, with: foreign) },
        { ordered.setArray([foreign, thing]) }, { ranked.moveObject(foreign, to: 0) },
        { peers.remove(foreign) }, { ranked.remove(foreign) },
      ]
      try self.unchanged(thing) {
        for (index, body) in edits.enumerated() {
          body()
          XCTAssertEqual(context.errors.count, index + 1, "\(index)")
        }
      }
      XCTAssertTrue(context.errors.allSatisfy { $0.code == .invalidArgument })
      XCTAssertFalse(child.hasChanges)
    }
  }
}
