import Foundation
import ObjectGraph
import XCTest

/// Typed key paths say what the format language says, and find what it finds.
final class TypedPredicateTests: XCTestCase {
  private func assert(
    _ typed: FetchPredicate, says format: String, _ arguments: Any?...,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    XCTAssertNil(typed.defect, "\(String(describing: typed.defect))", file: file, line: line)
    XCTAssertEqual(
      typed, try FetchPredicate(format: format, argumentArray: arguments), file: file, line: line)
  }

  func testComparisonsWithValues() throws {
    try assert(\TypedStay.nights == 3, says: "nights == 3")
    try assert(\TypedStay.nights != 3, says: "nights != 3")
    try assert(\TypedStay.nights < 3, says: "nights < 3")
    try assert(\TypedStay.nights <= 3, says: "nights <= 3")
    try assert(\TypedStay.nights > 3, says: "nights > 3")
    try assert(\TypedStay.nights >= 3, says: "nights >= 3")
    try assert(\TypedStay.rate > 2.5, says: "rate > 2.5")
    try assert(\TypedCamper.isRegular == true, says: "isRegular == YES")
    try assert(\TypedCamper.balance == nil, says: "balance == nil")
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    try assert(\TypedStay.arrival >= day, says: "arrival >= %@", day)
    let id = UUID()
    try assert(\TypedStay.uuid == id, says: "uuid == %@", id)
  }

  func testOptionalsAndInheritedProperties() throws {
    try assert(\TypedCamper.phone != nil, says: "phone != nil")
    try assert(\TypedCamper.phone == "1", says: "phone == '1'")
    try assert(\TypedCamper.fullName == "Ann", says: "fullName == 'Ann'")
    try assert(\TypedPerson.fullName == "Ann", says: "fullName == 'Ann'")
    let unknown: String? = nil
    try assert(\TypedCamper.phone == unknown, says: "phone == nil")
  }

  func testPathsOverRelationships() throws {
    try assert(\TypedStay.camper?.fullName == "Ann", says: "camper.fullName == 'Ann'")
    try assert(\TypedStay.camper?.phone == nil, says: "camper.phone == nil")
    try assert(\TypedStay.camper!.fullName == "Ann", says: "camper.fullName == 'Ann'")
    try assert(\TypedStay.camper == nil, says: "camper == nil")
    try assert(\TypedStay.camper?.stays.count > 1, says: "camper.stays.@count > 1")
  }

  func testKeyPathsAgainstEachOther() throws {
    try assert(\TypedStay.arrival > \TypedStay.booked, says: "arrival > booked")
    try assert(\TypedStay.camper == \TypedStay.substitute, says: "camper == substitute")
    try assert(\TypedCamper.fullName != \.phone, says: "fullName != phone")
    try assert(
      \TypedStay.camper?.fullName == \.camper?.phone, says: "camper.fullName == camper.phone")
  }

  func testEnumerationsAndOwnTypesOfAttributes() throws {
    try assert(\TypedStay.comfort == .cosy, says: "comfort == 2")
    try assert(\TypedStay.wanted == .plain, says: "wanted == 1")
    try assert(\TypedStay.wanted == nil, says: "wanted == nil")
    try assert((\TypedStay.comfort).in([.plain, .cosy]), says: "comfort IN {1, 2}")
    try assert(\TypedCamper.plate == PlateNumber(text: "A-1"), says: "plate == 'A-1'")
  }

  func testLogicIsFlatAndBindsLikeSwift() throws {
    try assert(
      \TypedStay.nights > 2 && \.rate == nil && \.camper?.fullName == "Ann",
      says: "nights > 2 AND rate == nil AND camper.fullName == 'Ann'")
    try assert(
      \TypedStay.nights > 2 || \.nights < 1 && !(\.rate == nil),
      says: "nights > 2 OR (nights < 1 AND NOT rate == nil)")
    let joined: TypedPredicate<TypedStay> =
      try \.nights > 2 && TypedPredicate(format: "place.city BEGINSWITH %@", "Z")
    try assert(joined, says: "nights > 2 AND place.city BEGINSWITH 'Z'")
    // Of any length: the depth stays what it is.
    let either = (1..<2_000).reduce(\TypedStay.nights == 0) { $0 || \TypedStay.nights == Int16($1) }
    XCTAssertNil(either.defect)
  }

  func testRangesAndLists() throws {
    try assert(2...5 ~= \TypedStay.nights, says: "nights BETWEEN {2, 5}")
    try assert((\TypedStay.rate).between(1...2.5), says: "rate BETWEEN {1.0, 2.5}")
    try assert(2..<5 ~= \TypedStay.nights, says: "nights >= 2 AND nights < 5")
    try assert((\TypedCamper.fullName).in(["Ann", "Bob"]), says: "fullName IN {'Ann', 'Bob'}")
    try assert((\TypedCamper.phone).in(["1"].lazy.map { $0 }), says: "phone IN {'1'}")
  }

  func testTextAndItsOptions() throws {
    try assert((\TypedCamper.fullName).beginsWith("a"), says: "fullName BEGINSWITH 'a'")
    try assert((\TypedCamper.phone).endsWith("a", .caseInsensitive), says: "phone ENDSWITH[c] 'a'")
    try assert(
      (\TypedStay.camper?.fullName).contains("a", [.caseInsensitive, .diacriticInsensitive]),
      says: "camper.fullName CONTAINS[cd] 'a'")
    try assert((\TypedCamper.fullName).like("a*", .localeSensitive), says: "fullName LIKE[l] 'a*'")
    try assert((\TypedCamper.fullName).matches("a+", .normalized), says: "fullName MATCHES[n] 'a+'")
    try assert(
      (\TypedCamper.fullName).equals("ANN", .caseInsensitive), says: "fullName ==[c] 'ANN'")
  }

  // Fact 118.
  func testConditionsOnOneMemberStayTogetherInASubquery() throws {
    try assert((\TypedCamper.stays).any(\.nights > 2), says: "ANY stays.nights > 2")
    try assert((\TypedCamper.stays).all(\.nights > 2), says: "ALL stays.nights > 2")
    try assert((\TypedCamper.stays).none(\.nights > 2), says: "NONE stays.nights > 2")
    try assert(
      (\TypedCamper.stays).any(\.nights > 2 && \.comfort == .plain),
      says: "SUBQUERY(stays, $x, $x.nights > 2 AND $x.comfort == 1).@count > 0")
    try assert(
      (\TypedCamper.stays).all(\.nights > 2 && \.rate != nil),
      says: "SUBQUERY(stays, $x, NOT ($x.nights > 2 AND $x.rate != nil)).@count == 0")
    try assert(
      (\TypedCamper.stays).none(\.arrival > \.booked),
      says: "SUBQUERY(stays, $x, $x.arrival > $x.booked).@count == 0")
    try assert(
      (\TypedCamper.friends).any((\TypedCamper.stays).any(\.nights > 2 && \.nights < 9)),
      says: """
        SUBQUERY(friends, $x1, SUBQUERY($x1.stays, $x, $x.nights > 2 AND $x.nights < 9).@count > 0)\
        .@count > 0
        """)
  }

  func testAggregates() throws {
    try assert(\TypedCamper.stays.count > 2, says: "stays.@count > 2")
    try assert((\TypedCamper.stays).count > 2, says: "stays.@count > 2")
    try assert((\TypedCamper.stays).sum(\.nights) > 2, says: "stays.nights.@sum > 2")
    try assert((\TypedCamper.stays).sum(\.rate) > 2.5, says: "stays.rate.@sum > 2.5")
    try assert((\TypedCamper.stays).min(\.nights) == nil, says: "stays.nights.@min == nil")
    try assert((\TypedCamper.stays).max(\.rate) > 2.5, says: "stays.rate.@max > 2.5")
    try assert((\TypedCamper.stays).average(\.nights) > 2.5, says: "stays.nights.@avg > 2.5")
    try assert(
      (\TypedCamper.stays).count(where: \.nights > 2) == 1,
      says: "SUBQUERY(stays, $x, $x.nights > 2).@count == 1")
    try assert(
      TypedExpression<TypedStay, Int>(format: "nights * 2") > 5, says: "nights * 2 > 5")
    try assert(
      (\TypedStay.place).element("city", as: String.self) == "Moab", says: "place.city == 'Moab'")
  }

  func testACompositeIsComparedWithNil() throws {
    try assert(\TypedStay.place == nil, says: "place == nil")
    try assert(\TypedStay.place != nil, says: "place != nil")
    try assert(
      (\TypedCamper.stays).any(\.place != nil && \.nights > 2),
      says: "SUBQUERY(stays, $x, $x.place != nil AND $x.nights > 2).@count > 0")
  }

  @MainActor
  func testACompositeWhoseElementsAreAllNilIsFoundInBothStores() async throws {
    try await eachStore(model: TypedModel.make()) { container in
      let context = container.viewContext
      try TypedModel.fill(context)
      let blank = TypedStay(context: context)
      blank.nights = 9
      let camper = TypedCamper(context: context)
      (camper.fullName, blank.camper) = ("Dee", camper)
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        XCTAssertEqual(
          try TypedStay.fetch(in: context, where: \.place == nil).map(\.nights), [9])
        XCTAssertEqual(try TypedStay.count(in: context, where: \.place != nil), 4)
        XCTAssertEqual(
          try TypedCamper.fetch(in: context, where: (\TypedCamper.stays).any(\.place == nil))
            .map(\.fullName), ["Dee"])
      }
      XCTAssertTrue(try (\TypedStay.place == nil).evaluate(with: blank))
    }
  }

  @MainActor
  func testTheyFindInBothStoresWhatTheySay() async throws {
    try await eachStore(model: TypedModel.make()) { container in
      let context = container.viewContext
      try TypedModel.fill(context)
      func names(_ predicate: TypedPredicate<TypedCamper>) throws -> [String] {
        try context.fetch(TypedCamper.fetchRequest().where(predicate).sorted(by: \.fullName))
          .map(\.fullName)
      }
      func nights(_ predicate: TypedPredicate<TypedStay>) throws -> [Int16] {
        try context.fetch(
          TypedStay.fetchRequest().where(predicate).sorted(by: \.nights, order: .reverse)
        ).map(\.nights)
      }
      let ann = try XCTUnwrap(
        TypedCamper.findOrFetch(in: context, matching: \.fullName == "Ann"))
      XCTAssertEqual(try names(\.phone == nil), ["Bob", "Cy"])
      XCTAssertEqual(try names((\TypedCamper.stays).any(\.nights > 3)), ["Ann", "Bob"])
      XCTAssertEqual(
        try names((\TypedCamper.stays).any(\.nights > 3 && \.comfort == .plain)), ["Bob"])
      XCTAssertEqual(try names((\TypedCamper.stays).all(\.nights > 3)), ["Bob", "Cy"])
      XCTAssertEqual(try names((\TypedCamper.stays).none(\.comfort == .cosy)), ["Bob", "Cy"])
      XCTAssertEqual(try names((\TypedCamper.stays).sum(\.nights) == 7), ["Ann"])
      XCTAssertEqual(try names(\.stays.count == 0), ["Cy"])
      XCTAssertEqual(try names((\TypedCamper.friends).contains(ann)), ["Cy"])
      XCTAssertEqual(
        try names(
          (\TypedCamper.friends).any((\TypedCamper.stays).any(\.nights > 4 && \.comfort == .cosy))),
        ["Cy"])
      XCTAssertEqual(try names(\.self == ann), ["Ann"])
      XCTAssertEqual(try names(\.objectID != ann.objectID), ["Bob", "Cy"])
      XCTAssertEqual(try names(\.plate == PlateNumber(text: "B-2")), ["Bob"])
      XCTAssertEqual(try names((\TypedCamper.stays).average(\.nights) > 3.25), ["Ann", "Bob"])
      XCTAssertEqual(try nights(\.camper == ann), [5, 2])
      XCTAssertEqual(try nights(\.camper == ann.objectID), [5, 2])
      XCTAssertEqual(try nights(\.camper?.objectID == ann.objectID), [5, 2])
      XCTAssertEqual(try nights((\TypedStay.camper).in([ann.objectID])), [5, 2])
      XCTAssertEqual(try nights((\TypedStay.camper).in([ann])), [5, 2])
      XCTAssertEqual(try nights(\.camper == nil), [7])
      XCTAssertEqual(try nights(\.camper?.fullName == "Bob" || \.nights == 2), [4, 2])
      XCTAssertEqual(try nights(\.arrival > \.booked), [7, 5])
      XCTAssertEqual(
        try nights((\TypedStay.place).element("city", as: String.self) == "Zion"), [5, 4])
      XCTAssertEqual(try TypedStay.count(in: context, where: 4...5 ~= \.nights), 2)
      XCTAssertEqual(
        try TypedStay.fetch(in: context, where: 4..<5 ~= \.nights).map(\.nights), [4])
    }
  }

  @MainActor
  func testTypedSortsAndKeys() async throws {
    try await eachStore(model: TypedModel.make()) { container in
      let context = container.viewContext
      try TypedModel.fill(context)
      let request = TypedStay.fetchRequest().sorted(by: \.camper?.fullName, order: .reverse)
        .sorted(by: \.nights)
      // Descending, a missing camper comes last.
      XCTAssertEqual(try context.fetch(request).map(\.nights), [4, 2, 5, 7])
      XCTAssertEqual(
        FetchSortDescriptor(
          \TypedCamper.fullName, order: .reverse, comparison: .localizedStandard),
        FetchSortDescriptor(key: "fullName", ascending: false, comparison: .localizedStandard))
      XCTAssertEqual(
        FetchSortDescriptor(keyPath: \TypedStay.camper?.phone, ascending: true),
        FetchSortDescriptor(key: "camper.phone", ascending: true))
      XCTAssertEqual(try TypedStay.key(for: \.camper?.stays), "camper.stays")
      XCTAssertEqual(
        FetchExpression(forKeyPath: \TypedStay.camper?.stays.count).keyPath, "camper.stays.@count")
    }
  }
}
