import Foundation
import ObjectGraph
import XCTest

/// Attributes whose values a transformer turns into data.
@MainActor
final class TransformableTests: XCTestCase {
  private func saved(
    _ container: PersistentContainer, _ change: (Site) throws -> Void
  ) throws -> Site {
    let context = container.viewContext
    let site = Site(context: context)
    try change(site)
    try context.save()
    let id = site.objectID
    context.reset()
    return try XCTUnwrap(try context.existingObject(with: id) as? Site)
  }

  func testAValueGoesThroughItsTransformerTypedAndByName() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let red = Color(red: 255, green: 1, blue: 2)
      let site = try self.saved(container) { site in
        try site.setValue(red, forKey: "color")
        XCTAssertEqual(site.color, red)
      }
      XCTAssertEqual(site.color, red)
      XCTAssertEqual(try site.value(forKey: "color") as? Color, red)
      site.color = nil
      XCTAssertNil(try site.value(forKey: "color"))
      XCTAssertEqual(Array(site.changedValues().keys), ["color"])
      XCTAssertEqual(
        try site.committedValues(forKeys: ["color"])["color"] as? Color, red)
      try container.viewContext.save()
      XCTAssertTrue(container.viewContext.errors.isEmpty)
    }
  }

  func testWithoutATransformerWhatAPropertyListCouldHoldIsKept() async throws {
    let id = UUID()
    try await eachStore(model: TypesModel.make()) { container in
      let site = try self.saved(container) { site in
        site.labels = ["quiet", "shade", ""]
        site.extras = [
          "count": 3, "price": 1.5, "open": true, "id": id, "since": Date.distantPast,
          "link": URL(string: "https://example.org/")!, "raw": Data([0, 255]),
          "nested": ["list": [1, 2]], "exact": Decimal(string: "0.10000000000000000001")!,
        ]
      }
      XCTAssertEqual(site.labels, ["quiet", "shade", ""])
      let extras = try XCTUnwrap(site.extras)
      XCTAssertEqual(extras["count"] as? Int64, 3)
      XCTAssertEqual(extras["price"] as? Double, 1.5)
      XCTAssertEqual(extras["open"] as? Bool, true)
      XCTAssertEqual(extras["id"] as? UUID, id)
      XCTAssertEqual(extras["since"] as? Date, .distantPast)
      XCTAssertEqual((extras["link"] as? URL)?.absoluteString, "https://example.org/")
      XCTAssertEqual(extras["raw"] as? Data, Data([0, 255]))
      XCTAssertEqual((extras["nested"] as? [String: Any])?["list"] as? [Int64], [1, 2])
      XCTAssertEqual(extras["exact"] as? Decimal, Decimal(string: "0.10000000000000000001"))
    }
  }

  func testCodableValuesAreKeptWithAndWithoutATransformer() async throws {
    let preferences = Preferences(language: "de", sizes: ["b": 2, "a": 1])
    try await eachStore(model: TypesModel.make()) { container in
      let site = try self.saved(container) { site in
        site.preferences = preferences
        site.wishes = preferences
      }
      XCTAssertEqual(site.preferences, preferences)
      XCTAssertEqual(site.wishes, preferences)
      XCTAssertEqual(try site.value(forKey: "wishes") as? Preferences, preferences)
      let json = try XCTUnwrap(try site.value(forKey: "preferences") as? Data)
      XCTAssertEqual(
        String(decoding: json, as: UTF8.self), #"{"language":"de","sizes":{"a":1,"b":2}}"#)
      try site.setValue(Data("[]".utf8), forKey: "preferences")
      XCTAssertNil(site.preferences)
      XCTAssertEqual(container.viewContext.errors.first?.key, "preferences")
    }
  }

  func testWhatTheTransformerRefusesChangesNothingAndIsReported() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let red = Color(red: 255, green: 0, blue: 0)
      let site = Site(context: context)
      site.color = red
      site.color = Color(red: 0, green: 0, blue: 0)
      XCTAssertEqual(site.color, red)
      XCTAssertEqual(context.errors.map(\.key), ["color"])
      XCTAssertThrowsError(try context.save())
      try context.save()
      for wrong in ["red" as Any, 7] {
        XCTAssertThrowsError(try site.setValue(wrong, forKey: "color")) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
          XCTAssertEqual(($0 as? ObjectGraphError)?.key, "color")
        }
      }
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testDataThatCannotBeReadIsAnErrorAndStaysAsItIs() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      try site.setValue(["x"], forKey: "extras")
      try context.save()
      XCTAssertEqual(try site.value(forKey: "extras") as? [String], ["x"])
      // An array where the property is declared as a dictionary.
      XCTAssertNil(site.extras)
      XCTAssertEqual(context.errors.first?.key, "extras")
      XCTAssertThrowsError(try context.save())
      site.name = "A"
      try context.save()
      let again = try context.reread(site)
      XCTAssertEqual(try again.value(forKey: "extras") as? [String], ["x"])
    }
  }

  // Fact 41.
  func testChangingAValueInPlaceIsNotSeenAsAChange() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = try self.saved(container) { $0.notes = Notebook(["one"]) }
      let notes = try XCTUnwrap(site.notes)
      notes.lines.append("two")
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(site.notes?.lines, ["one"])
      site.notes = Notebook(["one"])
      XCTAssertTrue(site.changedValues().isEmpty)
      site.notes = notes
      XCTAssertEqual(Array(site.changedValues().keys), ["notes"])
      try context.save()
      XCTAssertEqual(site.notes?.lines, ["one", "two"])
    }
  }

  func testAnUnknownTransformerStopsTheCoordinatorAndSaysHowToRegisterIt() async throws {
    let attribute = AttributeDescription("shape", .transformable)
    attribute.valueTransformerName = "NoSuchTransformer"
    let model = ManagedObjectModel { EntityDescription("Tent") { attribute } }
    XCTAssertThrowsError(try PersistentStoreCoordinator(managedObjectModel: model)) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.message.contains("Tent.shape"), true)
      XCTAssertEqual(error?.repair?.contains("setValueTransformer(_:forName:"), true)
    }
  }

  func testATransformableValueIsSearchedForNilAlone() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      site.color = Color(red: 1, green: 2, blue: 3)
      _ = Site(context: context)
      try context.save()
      let request = FetchRequest<Site>()
      request.predicate = try FetchPredicate(format: "color != nil")
      XCTAssertEqual(try context.fetch(request), [site])
      request.predicate = try FetchPredicate(format: "photo == %@", Data([1]))
      XCTAssertThrowsError(try context.fetch(request))
    }
  }

  func testColorsThatCoreDataKeptWithATransformerAreRead() async throws {
    ValueTransformer.setValueTransformer(HexTransformer(), forName: "ColorsTransformer")
    let file = try StoreCopy(fixture: "Moody/Moody1")
    defer { file.remove() }
    let container = try file.container()
    let request = FetchRequest<ManagedObject>(entityName: "Mood")
    request.sortDescriptors = [FetchSortDescriptor(key: "objectID", ascending: true)]
    let moods = try container.viewContext.fetch(request)
    // SELECT Z_PK, hex(ZCOLORS) FROM ZMOOD, in groups of three bytes.
    XCTAssertEqual(moods.map(\.objectID.reference), [38, 39, 84, 100])
    XCTAssertEqual(
      try moods.first?.value(forKey: "colors") as? [String],
      ["6B655A", "DDDFE4", "484231", "27240B", "888786", "0B0903", "392C0B", "98999D"])
    XCTAssertEqual(
      try moods.last?.value(forKey: "colors") as? [String],
      ["5E451A", "E3DDD9", "948D7F", "7A95B6", "31220E", "150F07", "412A0E", "4D402C"])
    try moods[0].setValue(["010203"], forKey: "colors")
    try container.viewContext.save()
    try container.closeStores()
    XCTAssertEqual(
      try file.shell("SELECT hex(ZCOLORS) FROM ZMOOD WHERE Z_PK IN (38, 39) ORDER BY Z_PK"),
      "010203\n6B655ADDDFE448423127240B8887860B0903392C0B98999D")
  }
}

/// Bytes as texts of six hexadecimal digits each.
final class HexTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    guard let texts = value as? [String] else { return nil }
    let digits = Array(texts.joined())
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      })
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return stride(from: 0, to: data.count, by: 3).map { start in
      data[start..<min(start + 3, data.count)].map { String(format: "%02X", $0) }.joined()
    }
  }
}
