import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stores of version 1, made for a test, and the campgrounds that they become at noon UTC of
/// 2026-06-15.
@MainActor
class BookStoreTestCase: XCTestCase {
  /// An instant of the wall clock of a zone.
  func at(_ day: String, _ hour: Int = 15, in zone: TimeZone = .gmt) throws -> Date {
    let date = try CalendarDate(parsing: day)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let utc = date.midnightUTC.addingTimeInterval(Double(hour) * 3_600)
    var parts = Calendar(identifier: .gregorian)
    parts.timeZone = .gmt
    return try XCTUnwrap(
      calendar.date(from: parts.dateComponents([.year, .month, .day, .hour], from: utc)))
  }

  /// The campground that a store becomes which is filled so.
  ///
  /// - Parameter change: a change of the file that the book's application would not make.
  func desk(
    in zone: TimeZone = .gmt, changing change: String? = nil, _ fill: (BookStore) throws -> Void
  ) throws -> TestDesk {
    let file = try temporaryFolder().appendingPathComponent("book.sqlite")
    let book = try BookStore(at: file)
    try fill(book)
    try book.close()
    if let change { try StoreShell(file).change(change) }
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file), in: zone)
    addTeardownBlock { try? stack.close() }
    XCTAssertEqual(stack.migration?.source, "1")
    XCTAssertEqual(stack.migration?.destination, "7")
    return TestDesk(stack, file: file)
  }

  /// What a clerk sees of the reservations, by their numbers.
  func stays(_ desk: TestDesk) throws -> [String] {
    try desk.reservations.reservations().sorted { $0.number < $1.number }.map { stay in
      [
        stay.code, stay.status, stay.siteWords.map { "on \($0)" },
        stay.dates.map { "\($0)" }, stay.camper.map { "for \($0.fullName)" },
        stay.nights.isEmpty ? nil : "keeps \(stay.nights.count)",
      ].compactMap { $0 }.joined(separator: " ")
    }
  }
}
