import Foundation
import ObjectGraph

/// Prices agreed at the desk, and repricing.
extension StayBook {
  /// Reprices all nights not yet posted under the current rules, dropping any price agreed at the
  /// desk.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that has ended, and for an expired hold.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    try agreeAnew(on: reservation)
  }

  /// Agrees all nights to come again under the current rules.
  func agreeAnew(on reservation: Reservation) throws {
    var facts = try facts(of: reservation)
    let open = try nightsToCome(of: reservation)
    facts.reprice({ open.contains($0.date) }, under: revision(at: reservation.campground))
    try write(facts, to: reservation, on: spans(of: reservation))
  }

  /// The price of a stay if all its nights to come were agreed under the current rules; nil where
  /// that equals the agreed price, or where the price of a night was agreed at the desk or
  /// elsewhere.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> StayPrice? {
    let card = try card(of: reservation)
    var facts = reservation.facts(by: card)
    guard facts.nights.allSatisfy({ $0.agreedPriceMinor == nil }) else { return nil }
    let open = try nightsToCome(of: reservation)
    let kept = facts.nights
    facts.reprice({ open.contains($0.date) }, under: revision(at: reservation.campground))
    for (place, night) in kept.enumerated() {
      facts.nights[place].agreedDiscount = night.agreedDiscount
    }
    let price = StayPrice(
      of: try priced(facts, at: reservation), nights: facts.nights.count,
      byDay: reservation.isByDay)
    return price == reservation.price ? nil : price
  }

  /// Changes the requested discount and the price of nights to come.
  ///
  /// - Parameters:
  ///   - choice: the discount; nil leaves it unchanged.
  ///   - price: the price of a night; nil leaves it unchanged. Automatic discounts do not reduce
  ///     it. It also prices past nights that have no price.
  ///   - isForUnpriced: whether the price is only for nights that have none.
  /// - Throws: `CampgroundError.refused` for a discount or a price where no nights are to come, for
  ///   a price for unpriced nights where there are none, and for terms of another campground;
  ///   `.invalidValue` for a price that is negative, too precise or too large; `.gone`.
  func changeTerms(
    of stay: Reservation, discount choice: TermChoice<Discount>?, price: Decimal?,
    onlyUnpriced isForUnpriced: Bool = false
  ) throws {
    let name = try choice?.current(for: stay, in: context)?.name
    let choice = name == stay.discount ? nil : choice
    guard choice != nil || price != nil else { return }
    let coming = try nightsToCome(of: stay)
    let unpriced = price == nil ? [] : Set(try billByFacts(of: stay).unpricedNights)
    try refuse(
      unless: !isForUnpriced || !unpriced.isEmpty, about: [.stay(stay.code)],
      "every night of \(stay.code) has a price", fix: .advice("leave out unpriced"))
    let priced = isForUnpriced ? unpriced : coming.union(unpriced)
    guard !priced.isEmpty, choice == nil || !coming.isEmpty else {
      let noun = price == nil ? "discount" : "price"
      throw CampgroundError(
        about: [.property(noun), .stay(stay.code)],
        "all of \(stay.code) is charged or past; a \(noun) only applies to charges to come",
        fix: .takeOffOrExtend)
    }
    let revision = revision(at: stay.campground)
    let discount = name.map { StayFacts.AgreedDiscount($0, agreedUnder: revision) }
    let price = try price.map { try Self.minorUnits(ofNight: $0, at: stay.campground) }
    var facts = try facts(of: stay)
    for place in facts.nights.indices {
      let date = facts.nights[place].date
      if let price, priced.contains(date) {
        facts.nights[place].agreedPriceMinor = price
        facts.nights[place].priceCovers = .lodging
      }
      if choice != nil, coming.contains(date) { facts.nights[place].agreedDiscount = discount }
    }
    try write(facts, to: stay, on: spans(of: stay))
    if let discount,
      try bill(of: stay).lines.contains(where: { $0.name == discount.name }) == false
    {
      remarks.discountForNoNight = discount.name
    }
  }

  /// Changes the party from now on: past nights keep the former one.
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

  /// The nights of a stay that are not yet charged and, for a guest in house, not past.
  func nightsToCome(of stay: Reservation) throws -> Set<CalendarDate> {
    let charged = Set(
      try Ledger.lines(about: stay, in: context).lazy.filter {
        $0.kind == .lodging && $0.reversedBy == nil
      }
      .compactMap(\.night))
    let first = try firstOpenNight(of: stay)
    return Set((stay.dates?.nights.filter { $0 >= first && !charged.contains($0) }) ?? [])
  }

  /// The price of a night in minor units.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a price that is negative, too precise or too
  ///   large.
  static func minorUnits(
    ofNight price: Decimal, at campground: Campground?
  ) throws(CampgroundError) -> Int64 {
    try refuse(unless: !price.isNaN && price >= 0, with: .negativeRate(price))
    return try RuleCheck.minorUnits(of: price, "price", in: campground?.currency ?? .usd)
  }
}
