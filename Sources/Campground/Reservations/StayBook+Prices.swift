import Foundation
import ObjectGraph

/// Prices that are agreed at the desk, or agreed again.
extension StayBook {
  /// Agrees on all nights that are not posted yet by the prices and rules of now; a price that was
  /// agreed at the desk is given up.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.holdExpired`.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    try agreeAnew(on: reservation)
  }

  /// Agrees on all nights to come by the prices and rules of now.
  func agreeAnew(on reservation: Reservation) throws {
    var facts = try facts(of: reservation)
    let open = try nightsToCome(of: reservation)
    facts.reprice({ open.contains($0.date) }, under: revision(at: reservation.campground))
    try write(facts, to: reservation, on: spans(of: reservation))
  }

  /// What a stay would cost if all its nights to come had the prices and rules of now; nil where
  /// that is what was agreed, where one of them has no price, or where the price of a night was
  /// agreed at the desk or elsewhere.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> Money? {
    let card = try card(of: reservation)
    var facts = reservation.facts(by: card)
    guard facts.nights.allSatisfy({ $0.agreedPriceMinor == nil }),
      let total = reservation.totalMinor
    else { return nil }
    let open = try nightsToCome(of: reservation)
    let kept = facts.nights
    facts.reprice({ open.contains($0.date) }, under: revision(at: reservation.campground))
    for (place, night) in kept.enumerated() {
      facts.nights[place].agreedDiscount = night.agreedDiscount
    }
    guard let bill = try priced(facts, at: reservation), bill.totalMinor != total else {
      return nil
    }
    return bill.total
  }

  /// Changes the discount that was asked for and the price of nights to come.
  ///
  /// - Parameters:
  ///   - choice: the discount; nil to leave it.
  ///   - price: what a night costs; nil to leave it. Discounts that nobody asked for are not given
  ///     on it.
  /// - Throws: `CampgroundError.discountAfterPosting`, `.priceAfterPosting` where no night is to
  ///   come; `.elsewhere`, `.negativeRate`, `.invalidAmount`, `.gone`.
  func changeTerms(
    of stay: Reservation, discount choice: TermChoice<Discount>?, price: Decimal?
  ) throws {
    let name = try choice?.current(for: stay, in: context)?.name
    let choice = name == stay.discount ? nil : choice
    guard choice != nil || price != nil else { return }
    // A stay that had no price gets it for all of its nights.
    let open =
      price != nil && stay.totalMinor == nil
      ? stay.dates.map { Set($0.nights) } ?? [] : try nightsToCome(of: stay)
    guard !open.isEmpty else {
      let (code, noun): (CampgroundError.Code, _) =
        price == nil ? (.discountAfterPosting, "discount") : (.priceAfterPosting, "price")
      throw CampgroundError(
        code, about: [.property(noun), .stay(stay.code)],
        "all of \(stay.code) is charged or past; a \(noun) only applies to charges to come",
        fix: .takeOffOrExtend)
    }
    let revision = revision(at: stay.campground)
    let discount = name.map { StayFacts.AgreedDiscount($0, agreedUnder: revision) }
    let price = try price.map { try Self.minorUnits(ofNight: $0, at: stay.campground) }
    var facts = try facts(of: stay)
    for place in facts.nights.indices where open.contains(facts.nights[place].date) {
      if let price {
        facts.nights[place].agreedPriceMinor = price
        facts.nights[place].isAllIncluded = false
      }
      if choice != nil { facts.nights[place].agreedDiscount = discount }
    }
    try write(facts, to: stay, on: spans(of: stay))
    if let discount,
      try bill(of: stay)?.lines.contains(where: { $0.name == discount.name }) == false
    {
      discountForNoNight = discount.name
    }
  }

  /// Changes who comes from now on: nights that are past keep who was there.
  func change(_ stay: Reservation, to party: Party) throws {
    guard StayFacts.Party(party) != StayFacts.Party(stay.party) else {
      stay.party = party
      return
    }
    var facts = try facts(of: stay)
    let first = try firstOpenNight(of: stay)
    for place in facts.nights.indices
    where facts.nights[place].date < first && facts.nights[place].formerParty == nil {
      facts.nights[place].formerParty = facts.party
    }
    stay.party = party
    try write(facts, to: stay, on: spans(of: stay))
  }

  /// The nights of a stay that are not charged, and not past of a guest who is here.
  func nightsToCome(of stay: Reservation) throws -> Set<CalendarDate> {
    let charged = Set(
      try Ledger.lines(about: stay, in: context).lazy.filter {
        $0.kind == .lodging && $0.reversedBy == nil
      }
      .compactMap(\.nightDate))
    let first = try firstOpenNight(of: stay)
    return Set((stay.dates?.nights.filter { $0 >= first && !charged.contains($0) }) ?? [])
  }

  /// A price of a night in minor units.
  ///
  /// - Throws: `CampgroundError.negativeRate`, `.invalidAmount`.
  static func minorUnits(
    ofNight price: Decimal, at campground: Campground?
  ) throws(CampgroundError) -> Int64 {
    guard !price.isNaN, price >= 0 else { throw .negativeRate(price) }
    return try RuleCheck.minorUnits(of: price, "price", in: campground?.currency ?? .usd)
  }
}
