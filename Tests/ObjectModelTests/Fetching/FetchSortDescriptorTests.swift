import Foundation
import XCTest

@testable import ObjectModel

final class FetchSortDescriptorTests: PredicateTestCase {
  private func sorted(
    _ subjects: [CampgroundSubject], _ descriptors: FetchSortDescriptor...
  ) throws -> [Int64] {
    let order = try ResolvedSortOrder(descriptors, entity: try entity("Reservation"))
    return subjects.sorted { order.areInIncreasingOrder($0, $1) }.map(\.objectID.reference)
  }

  private func notes(_ notes: [AttributeValue]) throws -> [CampgroundSubject] {
    try notes.enumerated().map { index, note in
      try reservation(["note": note], key: Int64(index + 1))
    }
  }

  func testNilComesFirstAscendingAndLastDescending() throws {
    let subjects = try notes(["b", .null, "a", .null])
    XCTAssertEqual(
      try sorted(subjects, FetchSortDescriptor(key: "note", ascending: true)), [2, 4, 3, 1])
    XCTAssertEqual(
      try sorted(subjects, FetchSortDescriptor(key: "note", ascending: false)), [1, 3, 2, 4])
  }

  func testTiesEndOnThePrimaryKeyAscending() throws {
    let subjects = Array(try notes(["a", "a", "a"]).reversed())
    for ascending in [true, false] {
      XCTAssertEqual(
        try sorted(subjects, FetchSortDescriptor(key: "note", ascending: ascending)), [1, 2, 3])
    }
    XCTAssertEqual(try sorted(subjects), [1, 2, 3])
  }

  func testComparisons() throws {
    let subjects = try notes(["item 10", "Item 9", "ítem 1", "item 9"])
    func order(_ comparison: FetchSortDescriptor.Comparison) throws -> [Int64] {
      try sorted(
        subjects, FetchSortDescriptor(key: "note", ascending: true, comparison: comparison))
    }
    XCTAssertEqual(try order(.binary), [2, 1, 4, 3])
    XCTAssertEqual(try order(.caseInsensitive), [1, 2, 4, 3])
    XCTAssertEqual(try order(.caseAndDiacriticInsensitive), [3, 1, 2, 4])
    let localized = try order(.localizedStandard)
    XCTAssertEqual(localized.last, 1, "9 comes before 10")
  }

  func testSeveralDescriptorsAndPathsOverToOne() throws {
    let (ann, bob) = (try camper("Ann", key: 2), try camper("Bob", key: 1))
    let subjects = try [(ann as CampgroundSubject?, 2), (bob, 1), (ann, 1), (nil, 5)].enumerated()
      .map { index, pair in
        let subject = try reservation(["partySize": .integer(Int64(pair.1))], key: Int64(index + 1))
        subject.toOne["camper"] = pair.0
        return subject
      }
    XCTAssertEqual(
      try sorted(
        subjects, FetchSortDescriptor(key: "camper.fullName", ascending: true),
        FetchSortDescriptor(key: "partySize", ascending: false)), [4, 1, 3, 2])
    XCTAssertEqual(
      try sorted(subjects, FetchSortDescriptor(key: "camper", ascending: true)), [4, 2, 1, 3])
    XCTAssertEqual(
      try sorted(subjects, FetchSortDescriptor(key: "SELF", ascending: false)), [4, 3, 2, 1])
  }

  func testNumbersAndNaN() throws {
    let subjects = try [2.5, .nan, -1, .infinity, .nan].enumerated().map { index, number in
      try reservation(["distance": .double(number)], key: Int64(index + 1))
    }
    XCTAssertEqual(
      try sorted(subjects, FetchSortDescriptor(key: "distance", ascending: true)), [2, 5, 3, 1, 4])
  }

  func testReversing() {
    let descriptor = FetchSortDescriptor(key: "note", ascending: true, comparison: .caseInsensitive)
    XCTAssertEqual(
      descriptor.reversedSortDescriptor,
      FetchSortDescriptor(key: "note", ascending: false, comparison: .caseInsensitive))
    XCTAssertEqual(descriptor.reversedSortDescriptor.reversedSortDescriptor, descriptor)
  }

  func testSelectorsAreCoreDatasNamesOfTheComparisons() {
    let names = [
      "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedStandardCompare:",
      "localizedCaseInsensitiveCompare:",
    ]
    let comparisons: [FetchSortDescriptor.Comparison] = [
      .binary, .caseInsensitive, .localized, .localizedStandard, .localizedCaseInsensitive,
    ]
    for (name, comparison) in zip(names, comparisons) {
      let descriptor = FetchSortDescriptor(key: "note", ascending: true, selector: name)
      XCTAssertEqual(descriptor.comparison, comparison)
      XCTAssertEqual(descriptor.selector, name)
      XCTAssertEqual(
        descriptor, FetchSortDescriptor(key: "note", ascending: true, comparison: comparison))
    }
    XCTAssertEqual(
      FetchSortDescriptor(key: "note", ascending: true, selector: nil),
      FetchSortDescriptor(key: "note", ascending: true))
  }

  // Fact 101.
  func testAFetchRefusesCodeAndUnknownSelectors() throws {
    let comparator = FetchSortDescriptor(key: "note", ascending: true) { _, _ in .orderedSame }
    XCTAssertNil(comparator.selector)
    let unknown = FetchSortDescriptor(
      key: "note", ascending: true, selector: "localizedStandardCompere:")
    for (descriptor, message) in [
      (
        comparator, "a fetch cannot sort by a comparator: a store does not run Swift code"
      ), (unknown, "a fetch cannot sort by \"localizedStandardCompere:\""),
      (
        unknown.reversedSortDescriptor, "a fetch cannot sort by \"localizedStandardCompere:\""
      ),
    ] {
      XCTAssertThrowsError(try sorted([], descriptor)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.message, message)
      }
    }
    XCTAssertThrowsError(try sorted([], unknown)) { error in
      XCTAssertEqual(
        (error as? ObjectGraphError)?.repair, "did you mean localizedStandardCompare:?")
    }
  }

  func testKeysThatCannotBeSortedBy() throws {
    let messages = [
      ("noet", "Reservation has no \"noet\""),
      ("tags.name", "tags is a to-many relationship, which has no single value"),
      ("tags.@count", "a fetch cannot sort by tags.@count"),
      ("extras", "extras is a transformed value, which has no order"),
      ("a b", "\"a b\" is not a key path"),
    ]
    for (key, message) in messages {
      XCTAssertThrowsError(try sorted([], FetchSortDescriptor(key: key, ascending: true))) {
        error in
        XCTAssertEqual((error as? ObjectGraphError)?.message, message)
      }
    }
  }
}
