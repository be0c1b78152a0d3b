import Foundation
import ObjectGraph

/// Other dates, another campsite, another party.
///
/// Each of these calls throws `CampgroundError.unknown`; `.stayIsOver` in a state after
/// which nothing is to come; `.holdExpired`; `.siteTaken`, which names what is in the way; `.gone`.
/// Of a guest who is here only the nights from today on change. Where dates or the site change,
/// `.stayRuleBroken` names the rules about stays that are broken and not overridden.
///
/// Nights that the stay had before keep the rates, the discounts and the fees under which they were
/// agreed, on another campsite, too; the rules of today are for nights that are added. A tax is
/// that of the date of a night. What the whole stay costs is that of its present length: weekly and
/// monthly rates, discounts and taxes by length count all of its nights.
///
/// With `repricing` all nights that are not posted are agreed again, as if they were added. Where
/// that comes to another sum, the change says so in `StayChange.totalAtCurrentPrices`.
///
/// Of a stay on several campsites, dates are those of the whole: nights are added or taken away at
/// its end on the last campsite, at its beginning on the first; a move puts all nights to come on
/// one.
extension ReservationService {
  /// Adds nights at the end of a stay.
  ///
  /// - Throws: `CampgroundError.outOfRange` for less than 1 night, `.stayTooLong`.
  @discardableResult
  public func extend(
    _ code: String, by nights: Int, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try Self.check(nights: nights)
    return try changeDates(code, overridingRules, repricing) {
      try Self.dates(arrival: $0.arrival, nights: $0.nightCount + nights)
    }
  }

  /// Takes nights away at the end of a stay, of which at least one is left.
  ///
  /// - Throws: `CampgroundError.outOfRange` for less than 1 night, `.invalidDates` where none is
  ///   left, `.nightsStayed` for nights that are past.
  @discardableResult
  public func shorten(
    _ code: String, by nights: Int, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try Self.check(nights: nights)
    return try changeDates(code, overridingRules, repricing) {
      try Self.dates(arrival: $0.arrival, nights: $0.nightCount - nights)
    }
  }

  /// Gives a stay other dates.
  ///
  /// - Throws: `CampgroundError.stayTooLong`, `.nightsStayed`.
  @discardableResult
  public func changeDates(
    _ code: String, to dates: StayDates, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try changeDates(code, overridingRules, repricing) { _ in dates }
  }

  /// Gives all nights of a stay that are not posted yet the prices of now, whatever was agreed; it
  /// goes back from a price that was agreed at the desk to the rates.
  @discardableResult
  public func reprice(_ code: String) throws -> StayChange {
    try change(code) { try $0.reprice($1) }
  }

  /// Puts a stay on another campsite; the guest's party has to fit it just as on a booking.
  ///
  /// Rules about the day of booking, of arrival and of departure that were for the former site are
  /// not asked again; what is beside the stay is new on the other site.
  ///
  /// - Throws: `CampgroundError.sameSite`, `.elsewhere`, `.noNightLeft`, `.partyTooLarge`,
  ///   `.siteUnfit`; `.stillOnSite` for a guest who is here while another is on that site.
  @discardableResult
  public func move(
    _ code: String, to site: CampSite, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try change(code) { book, reservation in
      try book.move(
        reservation, to: book.context.current(site), overridingRules: overridingRules,
        repricing: repricing)
    }
  }

  /// Lets two stays change their campsites, in one save.
  ///
  /// The rules about stays are asked for each on its new site; neither is in the way of the other.
  ///
  /// - Returns: what became of the first and of the second.
  /// - Throws: `CampgroundError.sameReservation`, `.nothingToSwap`, and as `move(_:to:)`.
  @discardableResult
  public func swap(
    _ code: String, with otherCode: String, overridingRules: Bool = false
  ) throws -> [StayChange] {
    let pair = try [find(code), find(otherCode)]
    return try changeAll { book in
      let stays = try pair.map { try book.context.current($0) }
      let before = try stays.map { try StaySnapshot($0, of: book) }
      try book.swap(stays[0], stays[1], overridingRules: overridingRules)
      return try zip(before, stays).map { try $0.change(to: $1, of: book) }
    }
  }

  /// Changes who comes, and what else is known; nil leaves a value as it is.
  ///
  /// The bill goes with the guest, unless who had it has paid on it, or shares it with others.
  ///
  /// - Parameters:
  ///   - note: an empty one is taken away.
  ///   - discount: for the nights to come, which are those that are not charged and, of a guest who
  ///     is here, not past. It takes the place of the one that was asked for before; all else that
  ///     was agreed stays. One by an amount is taken off them whole, as far as they go.
  ///   - price: what each of the nights to come costs, and each that is added later, whatever the
  ///     rates say; it is taxed as any price. Discounts that nobody asked for are not given on it.
  ///     `reprice` goes back to the rates. A stay that had no price gets it for all of its nights.
  ///   - policy: the terms that are kept from now on, whatever was agreed so far.
  /// - Throws: `CampgroundError.outOfRange`, `.negativeRate`, `.invalidAmount`, `.elsewhere` for
  ///   terms of another campground, and where the party does not fit the site;
  ///   `.discountAfterPosting`, `.priceAfterPosting` where no night is to come.
  @discardableResult
  public func edit(
    _ code: String, camper: Camper? = nil, party: Party? = nil, note: String? = nil,
    discount: TermChoice<Discount>? = nil, price: Decimal? = nil,
    policy: TermChoice<CancellationPolicy>? = nil
  ) throws -> StayChange {
    try party?.check()
    return try change(code) { book, reservation in
      if party != nil || discount != nil || price != nil {
        try book.requireChangeable(reservation)
        try book.changeTerms(of: reservation, discount: discount, price: price)
        if let party {
          if try book.floats(reservation) {
            try book.refit(reservation, to: party)
          } else {
            let open = try book.spans(of: reservation)
              .clipped(from: book.firstOpenNight(of: reservation))
            for span in open { try party.requireFit(span.checkedSite()) }
          }
          try book.change(reservation, to: party)
        }
        try book.noteTotal(of: reservation)
      }
      if let policy {
        try book.requireChangeable(reservation)
        reservation.policy = try policy.current(for: reservation, in: book.context)?.name
        reservation.policyRevision = book.revision(at: reservation.campground)
      }
      if let camper {
        try book.change(guestOf: reservation, to: try book.context.current(camper))
      }
      if let note { reservation.note = NameRule.optional(note) }
    }
  }

  // MARK: Parts

  private func changeDates(
    _ code: String, _ overridingRules: Bool, _ repricing: Bool,
    _ dates: (StayDates) throws -> StayDates
  ) throws -> StayChange {
    try change(code) { book, reservation in
      try book.changeDates(
        of: reservation, overridingRules: overridingRules, repricing: repricing, to: dates)
    }
  }

  private static func check(nights: Int) throws(CampgroundError) {
    guard (1...mostNights).contains(nights) else {
      throw .outOfRange("nights", value: nights, allowed: 1...mostNights)
    }
  }
}
