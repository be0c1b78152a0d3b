import Foundation
import ObjectGraph
import XCTest

/// Every kind of value through a save, a reset and a second read, extremes included.
@MainActor
final class ValueTests: XCTestCase {
  private func readAgain(
    _ container: PersistentContainer, _ change: (Everything) -> Void,
    _ check: (Everything) throws -> Void
  ) throws {
    let context = container.viewContext
    let one = Everything(context: context)
    change(one)
    try check(one)
    try context.save()
    try check(one)
    let id = one.objectID
    context.reset()
    try check(try XCTUnwrap(try context.existingObject(with: id) as? Everything))
    context.delete(context.object(with: id))
    try context.save()
  }

  func testEmptyIsNotNil() async throws {
    try await eachStore(model: EverythingModel.model()) { container in
      try self.readAgain(
        container,
        {
          $0.text = ""
          $0.bytes = Data()
        },
        {
          XCTAssertEqual($0.text, "")
          XCTAssertEqual($0.bytes, Data())
          XCTAssertNil($0.number)
          XCTAssertNil($0.link)
        })
      try self.readAgain(
        container,
        {
          $0.text = "x"
          $0.bytes = Data([1])
          $0.text = nil
          $0.bytes = nil
        },
        {
          XCTAssertNil($0.text)
          XCTAssertNil($0.bytes)
        })
    }
  }

  func testExtremesSurvive() async throws {
    let uuid = UUID()
    try await eachStore(model: EverythingModel.model()) { container in
      try self.readAgain(
        container,
        {
          $0.whole = .min
          $0.number = Decimal(string: "-0.00000000000000000000000000000000000001")
          $0.day = .distantPast
          $0.uuid = uuid
          $0.link = URL(string: "https://example.org/a%20b?q=%C3%A9#f")
          $0.flag = true
          $0.x = -.greatestFiniteMagnitude
        },
        {
          XCTAssertEqual($0.whole, .min)
          XCTAssertEqual($0.day, .distantPast)
          XCTAssertEqual($0.uuid, uuid)
          XCTAssertEqual($0.link?.absoluteString, "https://example.org/a%20b?q=%C3%A9#f")
          XCTAssertEqual($0.flag, true)
          XCTAssertEqual($0.x, -Double.greatestFiniteMagnitude)
        })
    }
  }

  func testLongAndGrowingTextsAreKept() async throws {
    let long = String(repeating: "é", count: 500_000)
    try await eachStore(model: EverythingModel.model()) { container in
      try self.readAgain(
        container, { $0.text = long }, { XCTAssertEqual($0.text?.utf8.count, 1_000_000) })
      try self.readAgain(
        container,
        { one in
          one.text = ""
          one.bytes = Data([7])
          for _ in 0..<2000 { one.text = (one.text ?? "") + "abc" }
        },
        {
          XCTAssertEqual($0.text?.count, 6000)
          XCTAssertEqual($0.bytes, Data([7]))
        })
    }
  }

  func testPropertiesBeyondTheSixtyThirdAreTrackedAndSaved() async throws {
    let model = {
      let entity = EntityDescription("Wide", class: Wide.self) {}
      entity.properties = (0..<80).map {
        AttributeDescription(String(format: "p%02d", $0), .integer64)
      }
      return ManagedObjectModel { entity }
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let wide = Wide(context: context)
      try context.save()
      let id = wide.objectID
      for index in [0, 62, 63, 64, 79] {
        try wide.setValue(index, forKey: String(format: "p%02d", index))
      }
      XCTAssertEqual(Set(wide.changedValues().keys), ["p00", "p62", "p63", "p64", "p79"])
      try context.save()
      wide.last = 5
      XCTAssertEqual(Set(wide.changedValues().keys), ["p79"])
      try context.save()
      context.reset()
      let again = try context.existingObject(with: id)
      XCTAssertEqual(try again.value(forKey: "p64") as? Int64, 64)
      XCTAssertEqual(try again.value(forKey: "p79") as? Int64, 5)
      XCTAssertNil(try again.value(forKey: "p01"))
    }
  }

  func testAPropertyThatTheModelLacksOrHasWithAnotherTypeIsRefusedNotMisread() async throws {
    let model = {
      ManagedObjectModel {
        EntityDescription("Odd", class: Odd.self) {
          AttributeDescription("a", .integer16)
          AttributeDescription("text", .string)
        }
      }
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      XCTAssertEqual(context.errors.count, 2)
      XCTAssertThrowsError(try context.save())
      context.rollback()
      let odd = Odd(context: context)
      odd.a = 7
      XCTAssertEqual(odd.a, 7)
      odd.text = 4
      XCTAssertEqual(odd.text, 0)
      odd.missing = "x"
      XCTAssertEqual(odd.missing, "")
      XCTAssertThrowsError(try context.save())
    }
  }

  func testAnImportInBatchesKeepsNothingAlive() async throws {
    let container = try PersistentContainer(
      name: "Everything", managedObjectModel: EverythingModel.model(),
      descriptions: [.inMemory()])
    try container.loadPersistentStores()
    let context = container.viewContext
    for batch in 0..<10 {
      for number in 0..<500 {
        let one = Everything(context: context)
        one.whole = Int64(batch * 500 + number)
        one.text = "number \(number)"
      }
      try context.save()
      XCTAssertTrue(context.registeredObjects.isEmpty)
      XCTAssertFalse(context.hasChanges)
    }
    XCTAssertEqual(try context.count(for: FetchRequest<Everything>()), 5000)
  }
}

final class Everything: ManagedObject {
  @Managed("text") var text: String?
  @Managed("bytes") var bytes: Data?
  @Managed("number") var number: Decimal?
  @Managed("whole") var whole: Int64?
  @Managed("day") var day: Date?
  @Managed("uuid") var uuid: UUID?
  @Managed("link") var link: URL?
  @Managed("flag") var flag: Bool?
  @Managed("x") var x: Double?
}

enum EverythingModel {
  static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Everything", class: Everything.self) {
        AttributeDescription("text", .string)
        AttributeDescription("bytes", .binaryData)
        AttributeDescription("number", .decimal)
        AttributeDescription("whole", .integer64)
        AttributeDescription("day", .date)
        AttributeDescription("uuid", .uuid)
        AttributeDescription("link", .uri)
        AttributeDescription("flag", .boolean)
        AttributeDescription("x", .double)
      }
    }
  }
}

final class Wide: ManagedObject {
  @Managed("p79") var last: Int64?
}

/// Its declarations do not agree with its entity.
final class Odd: ManagedObject {
  @Managed("a") var a: Int16
  @Managed("text") var text: Int64
  @Managed("missing") var missing: String
}

/// Values that no store keeps.
@MainActor
final class UnkeepableValueTests: XCTestCase {
  func testNotANumberAndDecimalsWithTooManyDigitsFailTheSaveWithTheirKeys() async throws {
    try await eachStore(model: LedgerModel.make()) { container in
      let context = container.viewContext
      let line = LedgerLine(context: context)
      line.rate = .nan
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectValidation)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "rate")
      }
      line.rate = 0.5
      // One third to 38 digits: neither an Int64 nor the shortest text of a double.
      line.amount = Decimal(1) / Decimal(3)
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectValidation)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "amount")
      }
      line.amount = Decimal(string: "12345678.90123")
      try context.save()
      context.reset()
      let stored = try XCTUnwrap(try context.fetch(FetchRequest<LedgerLine>()).first)
      XCTAssertEqual(stored.amount, Decimal(string: "12345678.90123"))
    }
  }
}

private final class LedgerLine: ManagedObject {
  @Managed("amount") var amount: Decimal?
  @Managed("rate") var rate: Double?
}

private enum LedgerModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("LedgerLine", class: LedgerLine.self) {
        AttributeDescription("amount", .decimal)
        AttributeDescription("rate", .double)
      }
    }
  }
}
