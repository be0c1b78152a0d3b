import Foundation
import ObjectGraph

/// Discounts and prices that are given at the desk, for nights to come.
///
/// A night is to come while it is not charged and, of a guest who is here, not past. What was
/// agreed for nights to come stays but for what is given: their price, unless that is given, the
/// other discounts, and the fees and taxes. A discount by an amount is taken off them whole, as far
/// as they go, since it is given once a stay; what nights that are charged have of it counts.
extension StayBook {
  /// Changes the discount that was asked for and the price of nights to come.
  ///
  /// - Parameters:
  ///   - choice: the discount; nil to leave it.
  ///   - price: what a night costs; nil to leave it. Discounts that nobody asked
  ///     for are not given on it.
  /// - Returns: what is kept when the stay is agreed anew.
  /// - Throws: `LedgerRule.discountAfterPosting`, `.priceAfterPosting` where no night is to come;
  ///   `CampgroundError.elsewhere`, `.negativeRate`, `.invalidAmount`, `.gone`.
  func changeTerms(
    of stay: Reservation, discount choice: TermChoice<Discount>?, price: Decimal?
  ) throws -> AgreedStay? {
    let discount = try choice?.current(for: stay, in: context)
    let isOther = choice != nil && stay.discount !== discount
    var kept = try agreed(on: stay)
    guard isOther || price != nil else { return kept }
    let nights = nightsToCome(of: stay)
    guard kept == nil || !nights.isEmpty else {
      throw CampgroundError.ledger(
        price == nil ? .discountAfterPosting(stay.code) : .priceAfterPosting(stay.code))
    }
    let former = stay.discount
    if isOther { stay.discount = discount }
    if let price {
      stay.nightPriceMinor = try Self.minorUnits(ofNight: price, at: stay.campground)
    }
    guard kept != nil else { return nil }
    let list = try stay.campSite.flatMap { try prices(of: $0) }
    // One that is given unasked stays.
    let lost = former.flatMap { $0.isAutomatic && $0.isActive ? nil : $0 }
    kept?.change(nights) { rules in
      if isOther { rules.replace(lost, by: discount, of: list) }
      if stay.nightPriceMinor != nil {
        rules.discounts.removeAll { $0.name != stay.discount?.name }
      }
    }
    if price != nil {
      kept?.lines.removeAll { $0.kind == .lodging && nights.contains($0.day) }
    }
    if isOther {
      let names = [lost?.name, discount?.name].compactMap { $0 }
      kept?.lines.removeAll {
        $0.kind == .discount && nights.contains($0.day) && names.contains($0.text)
      }
      kept?.given = discount.map { .init(name: $0.name, nights: nights) }
    }
    return kept
  }

  /// Notes that a discount which was given is for no night to come.
  func noteWhetherUsed(_ choice: TermChoice<Discount>?, on stay: Reservation) throws {
    guard let discount = try choice?.current(for: stay, in: context) else { return }
    let isUsed = stay.charges.contains {
      !$0.isDeleted && $0.entry == nil && $0.kind == .discount && $0.text == discount.name
    }
    if !isUsed { discountForNoNight = discount.name }
  }

  /// The nights of a reservation that are not charged, and not past of a guest who is here.
  private func nightsToCome(of stay: Reservation) -> Set<CalendarDate> {
    let charged = Set(
      stay.charges.lazy.filter { !$0.isDeleted && $0.isBinding && $0.entry != nil }
        .filter { $0.kind == .lodging }.map { CalendarDate(midnightUTC: $0.day) })
    let first = firstOpenNight(of: stay)
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

extension AgreedStay {
  fileprivate mutating func change(
    _ nights: Set<CalendarDate>, _ body: (inout ChargeRules) -> Void
  ) {
    terms = terms.changing(nights, body)
  }
}

extension ChargeRules {
  /// Gives one discount that was asked for instead of another.
  fileprivate mutating func replace(
    _ former: Discount?, by discount: Discount?, of list: PriceList?
  ) {
    if let former { discounts.removeAll { $0.name == former.name } }
    guard let discount,
      let rule = list?.discounts.first(where: { $0.id == discount.objectID })?.rule
    else { return }
    discounts.removeAll { $0.name == rule.name }
    discounts.append(rule)
    discounts.sort { $0.name < $1.name }
  }
}
