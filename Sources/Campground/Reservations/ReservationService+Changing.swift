import Foundation
import ObjectGraph

/// Changes to the dates, the campsite or the party.
///
/// Each of these calls throws `CampgroundError.unknown`; `.refused` for a stay that has ended, and
/// for an expired hold; `.siteTaken`, which names what is in the way; `.gone`. For a guest in
/// house, only the nights from today on can change. Where dates or the site change,
/// `.stayRuleBroken` names the stay rules that are broken and not overridden.
///
/// Existing nights keep the rates, discounts and fees under which they were agreed, even on another
/// campsite; added nights get today's rules. Taxes apply by the date of the night. The price
/// depends on the present length of the whole stay: weekly and monthly rates, and discounts and
/// taxes by length, count all of its nights.
///
/// With `repricing`, all nights not yet posted are agreed again, as if they were added now. Where
/// that would give another total, `StayChange.Remarks.totalAtCurrentPrices` has it.
///
/// For a stay on several campsites, dates apply to the stay as a whole: nights at the end are added
/// to or removed from the last campsite, nights at the beginning the first one; a move puts all
/// remaining nights on one campsite.
extension ReservationService {
  /// Adds nights to the end of a stay.
  ///
  /// - Parameter price: the price of each added night instead of the rates.
  /// - Throws: `CampgroundError.outOfRange` for less than 1 night; `.invalidValue` for a stay that
  ///   is too long, and for a price that is negative, too precise or too large.
  @discardableResult
  public func extend(
    _ code: String, by nights: Int, price: Decimal? = nil, overridingRules: Bool = false,
    repricing: Bool = false
  ) throws -> StayChange {
    try RuleCheck.range(nights, "nights", 1...Self.mostNights)
    return try change(code, overridingRules: overridingRules, repricing: repricing) { book, stay in
      book.priceOfAddedNights = try price.map {
        try StayBook.minorUnits(ofNight: $0, at: stay.campground)
      }
      try book.requireChangeable(stay)
      let dates = try stay.checkedDates()
      try book.changeDates(
        of: stay, to: Self.dates(arrival: dates.arrival, nights: dates.nightCount + nights))
    }
  }

  /// Removes nights from the end of a stay; at least one must remain.
  ///
  /// - Throws: `CampgroundError.outOfRange` for less than 1 night, `.invalidValue` where none would
  ///   remain, `.refused` for past nights.
  @discardableResult
  public func shorten(
    _ code: String, by nights: Int, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try RuleCheck.range(nights, "nights", 1...Self.mostNights)
    return try changeDates(code, overridingRules, repricing) {
      try Self.dates(arrival: $0.arrival, nights: $0.nightCount - nights)
    }
  }

  /// Changes the dates of a stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a stay that is too long, and `.refused` for past
  ///   nights.
  @discardableResult
  public func changeDates(
    _ code: String, to dates: StayDates, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try changeDates(code, overridingRules, repricing) { _ in dates }
  }

  /// Reprices all nights of a stay not yet posted at current rates, dropping any price agreed at
  /// the desk.
  @discardableResult
  public func reprice(_ code: String) throws -> StayChange {
    try change(code) { try $0.reprice($1) }
  }

  /// Moves a stay to another campsite; the party has to fit it just as on a booking.
  ///
  /// Rules about the booking, arrival and departure days that applied to the former site are not
  /// checked again; rules about gaps are, because the neighbors on the other site are new.
  ///
  /// - Throws: `CampgroundError.refused` for the present campsite or one at another campground, for
  ///   a stay without a night left, and for a guest in house while another is on that site;
  ///   `.unfit` where the party does not fit.
  @discardableResult
  public func move(
    _ code: String, to site: CampSite, overridingRules: Bool = false, repricing: Bool = false
  ) throws -> StayChange {
    try change(code, overridingRules: overridingRules, repricing: repricing) {
      try $0.move($1, to: $0.context.current(site))
    }
  }

  /// Swaps the campsites of two stays in one save.
  ///
  /// Stay rules are checked for each on its new site; the two stays are not in each other's way.
  ///
  /// - Returns: The changes of the first and the second stay.
  /// - Throws: `CampgroundError.refused` for a stay with itself or with another on the same
  ///   campsite, and as `move(_:to:)`.
  @discardableResult
  public func swap(
    _ code: String, with otherCode: String, overridingRules: Bool = false
  ) throws -> [StayChange] {
    let pair = try [find(code), find(otherCode)]
    return try changeAll(overridingRules: overridingRules) { book in
      let stays = try pair.map { try book.context.current($0) }
      let before = try stays.map { try StaySnapshot($0, of: book) }
      try book.swap(stays[0], stays[1])
      return try zip(before, stays).map { try $0.change(to: $1, of: book) }
    }
  }

  /// Agrees another deposit for a stay, which it keeps until yet another one is agreed.
  ///
  /// - Parameter amount: the deposit; 0 for none. It may exceed the price of the stay, to which what
  ///   is due is limited.
  /// - Throws: `CampgroundError.refused` for anything but a reserved or checked-in stay;
  ///   `.invalidValue` for an amount that is negative, too precise or too large.
  @discardableResult
  public func agreeDeposit(_ code: String, _ amount: Decimal) throws -> StayChange {
    try change(code) { book, stay in
      guard stay.state == .reserved || stay.state == .checkedIn else {
        throw CampgroundError(
          about: [.stay(stay.code)],
          "\(stay.code) is \(stay.standing); only a reserved or checked-in stay has a deposit to "
            + "agree",
          fix: stay.state?.isToBeBooked == true
            ? .advice("accept it first, which agrees the deposit of the rules") : nil)
      }
      let currency = stay.campground?.currency ?? .usd
      let minor = try RuleCheck.minorUnits(of: amount, "deposit", in: currency)
      stay.depositMinor = minor == 0 ? nil : minor
    }
  }

  /// Changes the guest, the party, the note or the terms; nil leaves a value unchanged.
  ///
  /// The bill passes to the new guest, unless the former one has paid on it or shares it with
  /// others.
  ///
  /// - Parameters:
  ///   - note: empty text removes the note.
  ///   - discount: applies to the nights to come, that is, nights not yet charged and, for a guest
  ///     in house, not past. It replaces the discount that was asked for before; all other terms
  ///     stay. A discount by amount is taken off these nights in full, as far as their price
  ///     allows.
  ///   - price: the price of each night to come, and of each night added later, instead of the
  ///     rates; it is taxed like any price, and automatic discounts do not reduce it. `reprice`
  ///     returns to the rates. It also prices past nights that have no price.
  ///   - onlyUnpriced: whether the price is only for nights that have none.
  ///   - policy: the cancellation policy from now on, whatever was agreed before.
  /// - Throws: `CampgroundError.outOfRange`; `.invalidValue` for a price that is negative, too
  ///   precise or too large; `.unfit` where the party does not fit the site; `.refused` for terms
  ///   of another campground, for a discount or a price where no nights are to come, and for a
  ///   price for unpriced nights where there are none.
  @discardableResult
  public func edit(
    _ code: String, camper: Camper? = nil, party: Party? = nil, note: String? = nil,
    discount: TermChoice<Discount>? = nil, price: Decimal? = nil, onlyUnpriced: Bool = false,
    policy: TermChoice<CancellationPolicy>? = nil
  ) throws -> StayChange {
    try party?.check()
    return try change(code) { book, reservation in
      if party != nil || discount != nil || price != nil {
        try book.requireChangeable(reservation)
        try book.changeTerms(
          of: reservation, discount: discount, price: price, onlyUnpriced: onlyUnpriced)
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

  // MARK: Helpers

  private func changeDates(
    _ code: String, _ overridingRules: Bool, _ repricing: Bool,
    _ dates: (StayDates) throws -> StayDates
  ) throws -> StayChange {
    try change(code, overridingRules: overridingRules, repricing: repricing) {
      try $0.requireChangeable($1)
      try $0.changeDates(of: $1, to: dates($1.checkedDates()))
    }
  }
}
