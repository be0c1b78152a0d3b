import Foundation
import ObjectGraph

/// What the policies of one migration from version 1 share.
final class BookMigration {
  /// The new campground, which the destination context keeps alive.
  let campground: ManagedObject

  let timeZone: TimeZone
  let now: Date

  /// The calendar date of the migration at the campground.
  var today: CalendarDate { CalendarDate(now, in: timeZone) }

  private var camperCount = 0
  private var unnumberedCount = 0
  /// How many campsites have each number so far.
  private var siteCounts: [Int16: Int] = [:]
  private var reservationCount: Int64 = 0
  private var takers: [Night: Int64] = [:]

  /// A night on a campsite, identified by the book's campsite.
  private struct Night: Hashable {
    let site: ManagedObjectID
    let date: CalendarDate
  }

  init(_ campground: ManagedObject, in timeZone: TimeZone, at now: Date) {
    self.campground = campground
    self.timeZone = timeZone
    self.now = now
  }

  /// The shared state of a migration.
  ///
  /// - Throws: code 134170 before `begin(_:)`.
  static func of(_ manager: MigrationManager) throws -> BookMigration {
    if let known = manager.userInfo?[key] as? BookMigration { return known }
    throw ObjectGraphError(
      .entityMigrationPolicy, "the campground has to be migrated before everything else",
      repair: "put the mapping of the campground first")
  }

  /// Makes this the shared state of a migration.
  func begin(_ manager: MigrationManager) { manager.userInfo = [Self.key: self] }

  private static let key = "BookMigration"

  // MARK: Names and numbers

  /// The name of the next camper, whose own name may be missing.
  func nextName(_ name: String?) -> String {
    camperCount += 1
    return NameRule.mended(name) ?? "Guest \(camperCount)"
  }

  /// The name of the next campsite, which differs from all earlier ones.
  func nextName(ofNumber number: Int16?) -> String {
    guard let number, number > 0 else {
      unnumberedCount += 1
      return "unnumbered-\(unnumberedCount)"
    }
    let count = siteCounts[number, default: 0] + 1
    siteCounts[number] = count
    return count == 1 ? "\(number)" : "\(number)\(Self.letters(count))"
  }

  /// A count in letters, from 1: a … z, aa, ab …
  private static func letters(_ count: Int) -> String {
    var rest = count
    var letters = ""
    while rest > 0 {
      rest -= 1
      letters = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(rest % 26))) + letters
      rest /= 26
    }
    return letters
  }

  /// The number of the next reservation.
  func nextReservationNumber() -> Int64 {
    reservationCount += 1
    return reservationCount
  }

  // MARK: Nights

  /// The reservation that has a night of the dates on a campsite of the book; nil for none.
  func taker(of dates: StayDates, on site: ManagedObjectID) -> Int64? {
    guard !takers.isEmpty else { return nil }
    return dates.nights.lazy.compactMap { self.takers[Night(site: site, date: $0)] }.first
  }

  /// Records that a reservation has the nights of a stay on a campsite of the book.
  func take(_ dates: StayDates, on site: ManagedObjectID, by number: Int64) {
    for date in dates.nights { takers[Night(site: site, date: date)] = number }
  }
}

extension MigrationManager {
  /// Makes an object in the destination.
  func make(_ entity: String, _ values: KeyValuePairs<String, Any?>) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(
      forEntityName: entity, into: destinationContext)
    for (key, value) in values {
      if let value { try object.setValue(value, forKey: key) }
    }
    return object
  }
}
