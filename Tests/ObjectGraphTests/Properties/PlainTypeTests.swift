import Foundation
import ObjectGraph
import XCTest

/// What each type's values are in the store's file, as the sqlite3 shell sees them, and
/// which values are refused.
@MainActor
final class PlainTypeTests: XCTestCase {
  func testEachTypeIsKeptInItsStorageClass() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(PlainModel.make())
    let context = container.viewContext
    let one = Plain(context: context)
    let values: [(key: String, value: Any, column: String)] = [
      ("i16", Int16.min, "integer|-32768"), ("i32", Int32.max, "integer|2147483647"),
      ("i64", Int64.min, "integer|-9223372036854775808"), ("flag", true, "integer|1"),
      ("x", 0.1, "real|0.1"), ("y", Float(0.1), "real|0.10000000149011612"),
      ("amount", Decimal(string: "10.11")!, "real|10.11"), ("text", "a\u{0}é", "text|6100C3A9"),
      ("bytes", Data([0, 255]), "blob|00FF"),
      ("day", Date(timeIntervalSinceReferenceDate: -0.5), "real|-0.5"),
      (
        "id", UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!,
        "blob|00112233445566778899AABBCCDDEEFF"
      ),
      ("link", URL(string: "https://example.org/a%20b")!, "text|https://example.org/a%20b"),
    ]
    for (key, value, _) in values { try one.setValue(value, forKey: key) }
    try context.save()
    try container.closeStores()
    for (key, _, column) in values {
      let name = "Z\(key.uppercased())"
      let shown = ["text", "bytes", "id"].contains(key) ? "hex(\(name))" : name
      let format = key == "y" ? "printf('%!.17g', \(name))" : shown
      XCTAssertEqual(
        try store.shell("SELECT typeof(\(name)), \(format) FROM ZPLAIN"), column, key)
    }
  }

  func testEachTypeComesBackAsItWas() async throws {
    let values: [[String: Any]] = [
      [
        "i16": Int16.max, "i32": Int32.min, "i64": Int64.max, "flag": false,
        "x": -Double.infinity, "y": Float.greatestFiniteMagnitude,
        "amount": Decimal(string: "-999999999999.999")!, "text": "\u{0}", "bytes": Data(),
        "day": Date.distantFuture, "id": UUID(), "link": URL(string: "urn:isbn:0451450523")!,
      ],
      [
        "x": Double.leastNonzeroMagnitude, "y": Float.leastNonzeroMagnitude, "text": "",
        "amount": Decimal(0), "day": Date.distantPast, "bytes": Data(repeating: 0, count: 70_000),
      ],
    ]
    try await eachStore(model: PlainModel.make()) { container in
      let context = container.viewContext
      for round in values {
        let one = Plain(context: context)
        for (key, value) in round { try one.setValue(value, forKey: key) }
        try context.save()
        let again = try context.reread(one)
        for key in again.entity.attributesByName.keys {
          let expected = AttributeValue(round[key])
          XCTAssertEqual(AttributeValue(try again.value(forKey: key)), expected, key)
        }
      }
    }
  }

  func testIntegersOutOfRangeAreRefusedWhateverTheirSwiftType() async throws {
    try await eachStore(model: PlainModel.make()) { container in
      let one = Plain(context: container.viewContext)
      let fitting: [Any] = [
        Int8(-1), Int16(-1), Int32(-1), Int64(-1), -1, -1.0, Float(-1), Decimal(-1),
        NSNumber(value: -1),
      ]
      for value in fitting {
        try one.setValue(nil, forKey: "i16")
        try one.setValue(value, forKey: "i16")
        XCTAssertEqual(one.i16, -1, "\(type(of: value))")
      }
      for value in [UInt8(9), UInt16(9), UInt32(9), UInt(9), UInt64(9)] as [Any] {
        try one.setValue(value, forKey: "i64")
        XCTAssertEqual(try one.value(forKey: "i64") as? Int64, 9)
      }
      let wrong: [(String, Any)] = [
        ("i16", 32_768), ("i16", -32_769), ("i32", 2_147_483_648), ("i64", UInt64.max),
        ("i16", 1.5), ("i64", 1e300), ("i32", "7"), ("flag", 2),
      ]
      for (key, value) in wrong {
        XCTAssertThrowsError(try one.setValue(value, forKey: key), "\(key) = \(value)") {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
      XCTAssertEqual(one.i16, -1)
      one.wide = 32_768
      XCTAssertEqual(one.wide, -1)
      XCTAssertEqual(container.viewContext.errors.map(\.key), ["i16"])
    }
  }

  func testANumberForAFloatIsWhatTheFloatCanHold() async throws {
    try await eachStore(model: PlainModel.make()) { container in
      let one = Plain(context: container.viewContext)
      try one.setValue(0.1, forKey: "y")
      XCTAssertEqual(try one.value(forKey: "y") as? Double, Double(Float(0.1)))
      XCTAssertEqual(one.y, 0.1)
    }
  }

  // Fact 74.
  func testTextForAURIIsReadAndRefusedWhereItIsNone() async throws {
    try await eachStore(model: PlainModel.make()) { container in
      let one = Plain(context: container.viewContext)
      try one.setValue("https://example.org/", forKey: "link")
      XCTAssertEqual(
        (try one.value(forKey: "link") as? URL)?.absoluteString, "https://example.org/")
      XCTAssertThrowsError(try one.setValue("http://a b.org/", forKey: "link")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .validationInvalidURI)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "link")
      }
      XCTAssertEqual(
        (try one.value(forKey: "link") as? URL)?.absoluteString, "https://example.org/")
    }
  }

  func testARawValueStandsForItsCaseAndAnUnknownOneForTheFallback() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      XCTAssertEqual(site.status, .open)
      XCTAssertNil(site.former)
      site.status = .closed
      site.former = .open
      try context.save()
      XCTAssertEqual(try site.value(forKey: "status") as? Int64, 2)
      XCTAssertEqual(site.former, .open)
      for key in ["status", "former"] { try site.setValue(9, forKey: key) }
      XCTAssertEqual(site.status, .open)
      XCTAssertNil(site.former)
      XCTAssertEqual(try site.value(forKey: "status") as? Int64, 9)
      site.former = nil
      XCTAssertNil(try site.value(forKey: "former"))
    }
  }

  func testAttributesOfObjectIDsAreRefused() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Thing") { AttributeDescription("other", .objectID) }
    }
    XCTAssertThrowsError(try PersistentStoreCoordinator(managedObjectModel: model)) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual((error as? ObjectGraphError)?.key, "other")
    }
  }
}

private final class Plain: ManagedObject {
  @Managed("i16") var i16: Int16
  @Managed("i16") var wide: Int
  @Managed("y") var y: Float
}

private enum PlainModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Plain", class: Plain.self) {
        AttributeDescription("i16", .integer16)
        AttributeDescription("i32", .integer32)
        AttributeDescription("i64", .integer64)
        AttributeDescription("flag", .boolean)
        AttributeDescription("x", .double)
        AttributeDescription("y", .float)
        AttributeDescription("amount", .decimal)
        AttributeDescription("text", .string)
        AttributeDescription("bytes", .binaryData)
        AttributeDescription("day", .date)
        AttributeDescription("id", .uuid)
        AttributeDescription("link", .uri)
      }
    }
  }
}
