import Foundation
import ObjectGraph
import XCTest

/// Sort descriptors in fetches from every store, and between two objects.
@MainActor
final class SortingTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Site") {
        AttributeDescription("name", .string)
        AttributeDescription("note", .string, isTransient: true)
        RelationshipDescription("stays", toMany: "Stay", inverse: "site")
      }
      EntityDescription("Stay") {
        AttributeDescription("nights", .integer16)
        RelationshipDescription("site", toOne: "Site", inverse: "stays")
      }
    }
  }

  private func names(
    _ descriptor: FetchSortDescriptor, _ context: ManagedObjectContext
  ) throws -> [String] {
    let request = FetchRequest<ManagedObject>(entityName: "Site")
    request.sortDescriptors = [descriptor]
    return try context.fetch(request).map { try $0.value(forKey: "name") as? String ?? "nil" }
  }

  // Fact 100.
  func testNilComesFirstAscendingAndLastDescendingSavedAndUnsaved() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      for name in ["item 10", nil, "Item 9", "jam"] as [String?] {
        let site = try EntityDescription.insertNewObject(forEntityName: "Site", into: context)
        try site.setValue(name, forKey: "name")
      }
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        let cases: [(selector: String?, ascending: Bool, names: [String])] = [
          (nil, true, ["nil", "Item 9", "item 10", "jam"]),
          ("compare:", false, ["jam", "item 10", "Item 9", "nil"]),
          ("caseInsensitiveCompare:", true, ["nil", "item 10", "Item 9", "jam"]),
          ("localizedStandardCompare:", true, ["nil", "Item 9", "item 10", "jam"]),
          ("localizedStandardCompare:", false, ["jam", "item 10", "Item 9", "nil"]),
        ]
        for (selector, ascending, expected) in cases {
          let descriptor = FetchSortDescriptor(
            key: "name", ascending: ascending, selector: selector)
          XCTAssertEqual(try names(descriptor, context), expected)
        }
      }
    }
  }

  // Fact 101.
  func testTransientAttributesToManysAndCodeAreRefused() async throws {
    try await eachStore(model: Self.model()) { container in
      for descriptor in [
        FetchSortDescriptor(key: "note", ascending: true),
        FetchSortDescriptor(key: "stays.nights", ascending: true),
        FetchSortDescriptor(key: "stays.@count", ascending: true),
        FetchSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame },
      ] {
        XCTAssertThrowsError(try names(descriptor, container.viewContext), descriptor.key) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
    }
  }

  func testTwoObjectsCompareByAnyDescriptor() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let (first, second) = (
        try EntityDescription.insertNewObject(forEntityName: "Site", into: context),
        try EntityDescription.insertNewObject(forEntityName: "Site", into: context)
      )
      try first.setValue("a", forKey: "name")
      try first.setValue("z", forKey: "note")
      try second.setValue("B", forKey: "name")
      func order(_ descriptor: FetchSortDescriptor) throws -> ComparisonResult {
        try descriptor.compare(first, to: second)
      }
      let byName = FetchSortDescriptor(key: "name", ascending: true)
      XCTAssertEqual(try order(byName), .orderedDescending)
      XCTAssertEqual(try order(byName.reversedSortDescriptor), .orderedAscending)
      XCTAssertEqual(
        try order(
          FetchSortDescriptor(key: "name", ascending: true, selector: "caseInsensitiveCompare:")),
        .orderedAscending)
      XCTAssertEqual(
        try order(FetchSortDescriptor(key: "note", ascending: true)), .orderedDescending,
        "nil comes first, and transient attributes count")
      let byLength = FetchSortDescriptor(key: "name", ascending: false) { left, right in
        let (left, right) = ((left as? String ?? "").count, (right as? String ?? "").count)
        return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
      }
      XCTAssertEqual(try order(byLength), .orderedSame)
      try second.setValue("longer", forKey: "name")
      XCTAssertEqual(try order(byLength), .orderedDescending)
      XCTAssertThrowsError(try order(FetchSortDescriptor(key: "nmae", ascending: true)))
      XCTAssertThrowsError(
        try order(FetchSortDescriptor(key: "name", ascending: true, selector: "length")))
    }
  }
}
