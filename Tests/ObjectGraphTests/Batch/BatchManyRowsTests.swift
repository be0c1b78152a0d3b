import Foundation
import ObjectGraph
import XCTest

/// Batch insertions of many rows, of which the later ones take over what
/// was set up for the earlier.
@MainActor
final class BatchManyRowsTests: XCTestCase {
  /// Objects are read for as long as their context lives.
  private var contexts: [ManagedObjectContext] = []

  private func fresh(_ container: PersistentContainer) -> ManagedObjectContext {
    contexts.append(ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator))
    return contexts[contexts.count - 1]
  }

  private func sheets(_ container: PersistentContainer) throws -> [Sheet] {
    let request = FetchRequest<Sheet>()
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return try fresh(container).fetch(request)
  }

  override func tearDown() async throws {
    contexts = []
  }

  // MARK: Dictionaries

  func testTextsOfAnyLengthStandBesideOneAnother() async throws {
    // From no bytes at all to more than the memory for a thousand usual rows.
    let lengths = [0, 1, 15, 16, 95, 97, 4_000, 70_000, 3, 300_000, 0, 64_999, 8, 2_000_000, 5]
    try await eachStore(model: Self.model()) { container in
      try self.fresh(container).execute(
        BatchInsertRequest(
          entityName: "Sheet",
          objects: lengths.enumerated().map { place, length in
            [
              "number": place, "text": String(repeating: "\(place % 10)", count: length),
              "theNameOfTheWriter": String(repeating: "w", count: length % 100),
            ]
          }))
      let sheets = try self.sheets(container)
      XCTAssertEqual(sheets.map(\.text?.utf8.count), lengths)
      XCTAssertEqual(sheets.map { $0.writer?.utf8.count }, lengths.map { $0 % 100 })
      for (place, sheet) in sheets.enumerated() {
        XCTAssertTrue(sheet.text?.allSatisfy { $0 == "\(place % 10)".first } == true, "\(place)")
      }
    }
  }

  func testRowsOfManyMegabytesAreAllThere() async throws {
    // Together more than the largest piece of memory that rows share has
    // room for, three times over.
    func text(_ number: Int) -> String {
      String(repeating: "text \(number), ", count: 200 + number % 100)
    }
    try await eachStore(model: Self.model()) { container in
      var number = 0
      try self.fresh(container).execute(
        BatchInsertRequest(
          entityName: "Sheet",
          dictionaryHandler: { dictionary in
            if number == 2000 { return true }
            dictionary = ["number": number, "text": text(number)]
            number += 1
            return false
          }))
      let sheets = try self.sheets(container)
      XCTAssertEqual(sheets.map(\.number), Array(0..<2000))
      XCTAssertTrue(sheets.allSatisfy { $0.text == text(Int($0.number)) })
    }
  }

  func testAThousandRowsHaveTheirOwnValuesAndDefaults() async throws {
    try await eachStore(model: Self.model()) { container in
      var number = 0
      let request = BatchInsertRequest(
        entityName: "Sheet",
        dictionaryHandler: { dictionary in
          guard number < 1000 else { return true }
          dictionary["number"] = number
          if number % 2 == 0 { dictionary["text"] = "text \(number)" }
          if number % 3 == 0 { dictionary["code"] = "code \(number)" }
          if number % 5 == 0 { dictionary["isDone"] = true }
          // Of another type than the attribute's, so that it takes a conversion.
          if number % 7 == 0 { dictionary["count"] = Int8(number % 100) }
          number += 1
          return false
        })
      request.resultType = .objectIDs
      let ids = try self.fresh(container).execute(request).objectIDs ?? []
      let sheets = try self.sheets(container)
      XCTAssertEqual(ids, sheets.map(\.objectID))
      XCTAssertEqual(sheets.map(\.number), Array(0..<1000))
      for sheet in sheets {
        let number = Int(sheet.number)
        XCTAssertEqual(sheet.text, number % 2 == 0 ? "text \(number)" : nil)
        XCTAssertEqual(sheet.code, number % 3 == 0 ? "code \(number)" : "none")
        XCTAssertEqual(sheet.isDone, number % 5 == 0)
        XCTAssertEqual(sheet.count, number % 7 == 0 ? Int32(number % 100) : 4)
      }
    }
  }

  func testKeysAreKnownByTheirTextHoweverTheyWereMade() async throws {
    try await eachStore(model: Self.model()) { container in
      let rows = (0..<300).map { number -> [String: Any] in
        // Each time a string of its own, too long to be kept in place.
        let key = ["theName", "OfThe", "Writer"].joined()
        return ["number": number, key: "writer \(number)"]
      }
      try self.fresh(container).execute(BatchInsertRequest(entityName: "Sheet", objects: rows))
      XCTAssertEqual(
        try self.sheets(container).map(\.writer), (0..<300).map { "writer \($0)" })
      XCTAssertThrowsError(
        try self.fresh(container).execute(
          BatchInsertRequest(
            entityName: "Sheet",
            objects: rows + [["number": 300, ["theName", "OfTheReader"].joined(): "x"]]))
      ) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .invalidArgument)
        XCTAssertEqual(error?.message.hasPrefix("object 300 of the batch: "), true)
      }
      XCTAssertEqual(try self.sheets(container).count, 300)
    }
  }

  func testDestinationsOfSeveralEntitiesAreTold() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let owners = (0..<2).map { number in
        let owner = Owner(context: context)
        owner.name = "Owner \(number)"
        return owner
      }
      let unsaved = Owner(context: context)
      unsaved.name = "unsaved"
      context.delete(unsaved)
      let pet = Pet(context: context)
      try context.save()
      let stray = Owner(context: self.fresh(container))
      for (id, reason) in [(pet.objectID, "choose a Owner"), (stray.objectID, "save it first")] {
        let request = BatchInsertRequest(
          entityName: "Dog",
          objects: [
            ["name": "a", "owner": owners[0].objectID], ["name": "b", "owner": owners[1].objectID],
            ["name": "c", "owner": id],
          ])
        XCTAssertThrowsError(try self.fresh(container).execute(request)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(error?.key, "owner")
          XCTAssertEqual(error?.repair, reason)
        }
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Dog>()), 0)
    }
  }

  func testRowsThatTakeOverGiveWhatTheirDictionariesNamed() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      context.mergePolicy = .mergeByPropertyObjectTrump
      let names = (0..<50).map { "Owner \($0)" }
      try context.execute(
        BatchInsertRequest(
          entityName: "Owner", objects: names.map { ["name": $0, "age": 70] }))
      try context.execute(
        BatchInsertRequest(
          entityName: "Owner",
          objects: names.enumerated().map { place, name in
            place % 2 == 0 ? ["name": name] : ["name": name, "age": place]
          }))
      let owners = try self.fresh(container).fetch(FetchRequest<Owner>())
      XCTAssertEqual(owners.count, 50)
      for (place, name) in names.enumerated() {
        let owner = owners.first { $0.name == name }
        XCTAssertEqual(owner?.age, place % 2 == 0 ? 70 : Int16(place), name)
      }
    }
  }

  // MARK: Objects

  func testEachObjectStartsWithTheDefaults() async throws {
    try await eachStore(model: Self.model()) { container in
      var number: Int64 = 0
      try self.fresh(container).execute(
        BatchInsertRequest(
          entityName: "Sheet",
          managedObjectHandler: { object in
            guard number < 40, let sheet = object as? Sheet else { return true }
            XCTAssertNil(sheet.text)
            XCTAssertEqual(sheet.code, "none")
            XCTAssertEqual(sheet.count, 4)
            XCTAssertEqual(sheet.changedValues().count, 0)
            XCTAssertTrue(sheet.objectID.isTemporaryID)
            sheet.number = number
            if number % 2 == 0 {
              sheet.text = String(repeating: "t", count: Int(number) * 50)
              sheet.code = "code \(number)"
              sheet.count = 0
            }
            number += 1
            return false
          }))
      let sheets = try self.sheets(container)
      XCTAssertEqual(sheets.map(\.number), Array(0..<40))
      for sheet in sheets {
        let isSet = sheet.number % 2 == 0
        XCTAssertEqual(sheet.text?.count, isSet ? Int(sheet.number) * 50 : nil)
        XCTAssertEqual(sheet.code, isSet ? "code \(sheet.number)" : "none")
        XCTAssertEqual(sheet.count, isSet ? 0 : 4)
      }
    }
  }

  func testAnObjectThatTheHandlerKeepsStaysAsItIs() async throws {
    try await eachStore(model: Self.model()) { container in
      var kept: [Sheet] = []
      var ids: Set<ManagedObjectID> = []
      var number: Int64 = 0
      try self.fresh(container).execute(
        BatchInsertRequest(
          entityName: "Sheet",
          managedObjectHandler: { object in
            guard number < 30, let sheet = object as? Sheet else { return true }
            sheet.number = number
            sheet.text = "text \(number)"
            if number % 3 == 0 { kept.append(sheet) }
            ids.insert(sheet.objectID)
            number += 1
            return false
          }))
      XCTAssertEqual(kept.map(\.number), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
      XCTAssertEqual(kept.map(\.text), kept.map { "text \($0.number)" })
      XCTAssertEqual(ids.count, 30)
      // What is kept is nobody's row.
      kept[0].text = "changed"
      XCTAssertEqual(
        try self.sheets(container).map(\.text), (0..<30).map { "text \($0)" })
    }
  }

  func testAnObjectWithStateOfItsOwnIsNotUsedAgain() async throws {
    try await eachStore(model: Self.model()) { container in
      var number: Int64 = 0
      try self.fresh(container).execute(
        BatchInsertRequest(
          entityName: "MarkedSheet",
          managedObjectHandler: { object in
            guard number < 3, let sheet = object as? MarkedSheet else { return true }
            XCTAssertEqual(sheet.mark, 0)
            sheet.mark = 1
            sheet.number = number
            number += 1
            return false
          }))
      XCTAssertEqual(try self.sheets(container).map(\.number), [0, 1, 2])
    }
  }

  private static func model() -> ManagedObjectModel {
    let marked = EntityDescription("MarkedSheet", class: MarkedSheet.self) {}
    return ManagedObjectModel {
      EntityDescription("Sheet", class: Sheet.self, subentities: [marked]) {
        AttributeDescription("number", .integer64, isOptional: false)
        AttributeDescription("text", .string)
        AttributeDescription("code", .string, isOptional: false, default: "none")
        AttributeDescription("count", .integer32, default: 4)
        AttributeDescription("isDone", .boolean, default: false)
        AttributeDescription("theNameOfTheWriter", .string)
      }
    }
  }
}

private class Sheet: ManagedObject {
  @Managed("number") var number: Int64
  @Managed("text") var text: String?
  @Managed("code") var code: String
  @Managed("count") var count: Int32
  @Managed("isDone") var isDone: Bool
  @Managed("theNameOfTheWriter") var writer: String?
}

private final class MarkedSheet: Sheet {
  var mark = 0
}
