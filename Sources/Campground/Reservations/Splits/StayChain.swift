import ObjectGraph

/// A guest's whole stay: the reservations that it is made of, one a campsite, each of which begins
/// on the day on which the one before it ends.
///
///     let stay = StayChain(of: reservation)
///     print(stay.arrival, stay.departure, stay.parts.map(\.code))     // 2026-07-01 2026-07-06
///
/// Most stays have one part. What was called off is no part of what was not; parts that were called
/// off together stay together.
public struct StayChain {
  /// The part with which the stay begins.
  public let first: Reservation

  /// The parts behind it, in their order.
  public let later: [Reservation]

  /// Finds the stay that a reservation is a part of.
  public init(of reservation: Reservation) {
    let before = Self.linked(from: reservation) { part in
      part.previousPart.flatMap { $0.isContinued(by: part) ? $0 : nil }
    }
    let after = Self.linked(from: reservation) { part in
      part.nextPart.flatMap { part.isContinued(by: $0) ? $0 : nil }
    }
    first = before.last ?? reservation
    later =
      before.isEmpty ? after : before.dropLast().reversed() + [reservation] + after
  }

  /// The parts in their order, at least one.
  public var parts: [Reservation] { [first] + later }

  /// The part with which the stay ends.
  public var last: Reservation { later.last ?? first }

  /// Whether the guest changes the campsite.
  public var isSplit: Bool { !later.isEmpty }

  /// The calendar date of arrival.
  public var arrival: CalendarDate { first.arrival }

  /// The calendar date of departure.
  public var departure: CalendarDate { last.departure }

  /// The number of nights.
  public var numberOfNights: Int { arrival.distance(to: departure) }

  /// The dates; nil where they make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// The dates that the stay has when it is valid again: with what stands right before and right
  /// behind it. Nil where they make none.
  var datesWhenValid: StayDates? {
    let before = first.previousPart.flatMap {
      $0.isCalledOff || $0.departure != arrival ? nil : StayChain(of: $0).arrival
    }
    let behind = last.nextPart.flatMap {
      $0.isCalledOff || $0.arrival != departure ? nil : StayChain(of: $0).departure
    }
    return try? StayDates(arrival: before ?? arrival, departure: behind ?? departure)
  }

  /// What the whole stay costs; nil where a part of it has no price.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for a sum that is too large.
  public var total: Money? {
    get throws(CampgroundError) { try unpriced.isEmpty ? pricedTotal : nil }
  }

  /// What the parts with a price cost; nil where none has one.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for a sum that is too large.
  public var pricedTotal: Money? {
    get throws(CampgroundError) {
      let totals = parts.compactMap(\.totalMinor)
      guard !totals.isEmpty else { return nil }
      let currency = first.campground?.currency ?? .usd
      return Money(minorUnits: try Balance.sum(totals, currency), currency)
    }
  }

  /// The parts that have no price.
  public var unpriced: [Reservation] { parts.filter(\.lacksPrice) }

  /// That the stay has no price, or which dates of it have none; nil where all have one.
  public var wordsAboutMissingPrice: String? {
    let unpriced = unpriced
    guard !unpriced.isEmpty else { return nil }
    return unpriced.count == parts.count
      ? Reservation.noPrice
      : Reservation.noPrice(for: unpriced.compactMap(\.dates), byDay: first.isByDay)
  }

  /// The parts that something is still to come of.
  var open: [Reservation] { parts.filter { $0.state.map { !$0.isFinal } ?? false } }

  /// The part before a reservation in its stay.
  public static func part(before reservation: Reservation) -> Reservation? {
    reservation.previousPart.flatMap { $0.isContinued(by: reservation) ? $0 : nil }
  }

  /// The part behind a reservation in its stay.
  public static func part(after reservation: Reservation) -> Reservation? {
    reservation.nextPart.flatMap { reservation.isContinued(by: $0) ? $0 : nil }
  }

  /// What follows a reservation step by step; a damaged store's circle ends where it began.
  fileprivate static func linked(
    from reservation: Reservation, _ step: (Reservation) -> Reservation?
  ) -> [Reservation] {
    var found: [Reservation] = []
    var current = reservation
    while let next = step(current), next !== reservation,
      !found.contains(where: { $0 === next })
    {
      found.append(next)
      current = next
    }
    return found
  }
}

extension Reservation {
  /// All reservations that were ever parts of the stay, in their order: their lines make one bill,
  /// also those of parts that were called off.
  var billedTogether: [Reservation] {
    guard previousPart != nil || nextPart != nil else { return [self] }
    return StayChain.linked(from: self, \.previousPart).reversed() + [self]
      + StayChain.linked(from: self, \.nextPart)
  }

  /// Whether the stay goes on with another reservation.
  fileprivate func isContinued(by next: Reservation) -> Bool {
    guard departure == next.arrival else { return false }
    guard isCalledOff || next.isCalledOff else { return true }
    return status == next.status && canceledAt == next.canceledAt
  }

  fileprivate var isCalledOff: Bool { state == .canceled || state == .noShow }
}

extension StayChain: CustomStringConvertible {
  /// The campsites with the days of changing, `15, from 2026-07-03 16`.
  public var description: String {
    SiteSpan.words(for: parts.flatMap(\.siteSpans)) ?? ""
  }
}
