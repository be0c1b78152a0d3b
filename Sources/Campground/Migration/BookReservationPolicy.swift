import Foundation
import ObjectGraph

/// Makes a stay from a reservation of the book; see `BookMapping` for the outcomes.
final class BookReservationPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let book = try BookMigration.of(manager)
    let number = book.nextReservationNumber()
    let formerSite = try source.value(forKey: "campSite") as? ManagedObject
    let site = try Self.destination(of: formerSite, BookMapping.campsites, manager)
    let known = BookDates(
      from: try source.value(forKey: "dateFrom") as? Date,
      to: try source.value(forKey: "dateTo") as? Date, in: book.timeZone, today: book.today)
    let taker = formerSite.flatMap { book.taker(of: known.dates, on: $0.objectID) }
    let stay = BookStay(
      try source.value(forKey: "status") as? String ?? "", known,
      on: try site?.value(forKey: "name") as? String,
      takenBy: taker.map { PlaceholderNumbers.code(Reservation.letter, $0) }, today: book.today)
    let reservation = try manager.make(
      "Reservation",
      [
        "number": number, "status": stay.status.rawValue,
        "dateFrom": stay.dates.arrival.midnightUTC, "dateTo": stay.dates.departure.midnightUTC,
        "note": stay.note, "campground": book.campground,
        "camper": try Self.destination(
          of: try source.value(forKey: "camper") as? ManagedObject, BookMapping.campers, manager),
        "campSite": stay.hasSite ? site : nil,
        // The first revision of the rules of a new campground.
        "reservedUnder": stay.wasAgreed ? 0 : nil,
        "noticeDate": stay.wasAgreed ? stay.dates.arrival.midnightUTC : nil,
        "reservedFrom": stay.wasAgreed ? stay.dates.arrival.midnightUTC : nil,
        "reservedTo": stay.wasAgreed ? stay.dates.departure.midnightUTC : nil,
        // A canceled stay has an empty bill; no rate prices any other.
        "unpricedNights": stay.status.isCalledOff ? 0 : stay.dates.nightCount,
      ])
    try makeParts(of: reservation, stay, on: stay.hasSite ? site : nil, book, manager)
    if let formerSite, stay.keepsNights {
      book.take(stay.dates, on: formerSite.objectID, by: number)
    }
    manager.associate(sourceInstance: source, withDestinationInstance: reservation, for: mapping)
  }

  private static func destination(
    of source: ManagedObject?, _ mapping: String, _ manager: MigrationManager
  ) throws -> ManagedObject? {
    guard let source else { return nil }
    return try manager.destinationInstances(
      forEntityMappingName: mapping, sourceInstances: [source]
    ).first
  }

  /// Makes the segments, the occupied nights and the history of a stay.
  private func makeParts(
    of reservation: ManagedObject, _ stay: BookStay, on site: ManagedObject?,
    _ book: BookMigration, _ manager: MigrationManager
  ) throws {
    _ = try manager.make(
      "StaySegment",
      [
        "reservation": reservation, "campSite": site,
        "dateFrom": stay.dates.arrival.midnightUTC, "dateTo": stay.dates.departure.midnightUTC,
        "isAllIncluded": stay.status == .checkedOut,
      ])
    if stay.keepsNights {
      for date in stay.dates.nights {
        _ = try manager.make(
          "ReservationNight",
          ["reservation": reservation, "campSite": site, "night": date.dayNumber])
      }
    }
    var kinds: [Event.Kind] = [stay.wasAgreed ? .imported : .added]
    if stay.status.isFinal, let end = stay.status.eventKind, stay.status != .checkedOut {
      kinds.append(end)
    }
    for (index, kind) in kinds.enumerated() {
      _ = try manager.make(
        "Event",
        [
          "kind": kind.rawValue, "happenedAt": book.now, "day": book.today.midnightUTC,
          "noun": ObjectLabel.noun(ofEntity: "Reservation"), "reservation": reservation,
          "campground": book.campground, "reason": index == 0 ? "migrated from version 1" : nil,
        ])
    }
  }
}
