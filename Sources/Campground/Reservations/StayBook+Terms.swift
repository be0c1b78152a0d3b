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
  /// - Returns: what is kept of each part of the stay when it is agreed anew.
  /// - Throws: `LedgerRule.discountAfterPosting`, `.priceAfterPosting` where no night is to come;
  ///   `CampgroundError.elsewhere`, `.negativeRate`, `.invalidAmount`, `.gone`.
  func changeTerms(
    of stay: StayChain, discount choice: TermChoice<Discount>?, price: Decimal?
  ) throws -> (Reservation) throws -> AgreedStay? {
    let discount = try choice?.current(for: stay.first, in: context)
    let isOther = choice != nil && stay.open.contains { $0.discount !== discount }
    guard isOther || price != nil else { return agreed }
    let parts = try stay.open.map { part in
      (part: part, kept: try agreed(on: part), nights: nightsToCome(of: part))
    }
    guard parts.contains(where: { $0.kept == nil || !$0.nights.isEmpty }) else {
      throw CampgroundError.ledger(
        price == nil ? .discountAfterPosting(stay.first.code) : .priceAfterPosting(stay.first.code))
    }
    var result: [ObjectIdentifier: AgreedStay] = [:]
    for (part, kept, nights) in parts {
      let former = part.discount
      if isOther { part.discount = discount }
      if let price {
        part.nightPriceMinor = try Self.minorUnits(ofNight: price, at: part.campground)
      }
      guard var kept else { continue }
      let list = try part.campSite.flatMap { try prices(of: $0) }
      // One that is given unasked stays.
      let lost = former.flatMap { $0.isAutomatic && $0.isActive ? nil : $0 }
      kept.terms = kept.terms.changing(nights) { rules in
        if isOther { rules.replace(lost, by: discount, of: list) }
        if part.nightPriceMinor != nil {
          rules.discounts.removeAll { $0.name != part.discount?.name }
        }
      }
      if price != nil {
        kept.lines.removeAll { $0.kind == .lodging && nights.contains($0.day) }
      }
      if isOther {
        let names = [lost?.name, discount?.name].compactMap { $0 }
        kept.lines.removeAll {
          $0.kind == .discount && nights.contains($0.day) && names.contains($0.text)
        }
        kept.given = discount.map { .init(name: $0.name, nights: nights) }
      }
      result[ObjectIdentifier(part)] = kept
    }
    return { try result[ObjectIdentifier($0)] ?? self.agreed(on: $0) }
  }

  /// Notes that a discount which was given is for no night to come.
  func noteWhetherUsed(_ choice: TermChoice<Discount>?, on stay: StayChain) throws {
    guard let discount = try choice?.current(for: stay.first, in: context) else { return }
    let isUsed = stay.open.contains { part in
      part.charges.contains {
        !$0.isDeleted && $0.entry == nil && $0.kind == .discount && $0.text == discount.name
      }
    }
    if !isUsed { discountForNoNight = discount.name }
  }

  /// The nights of a reservation that are not charged, and not past of a guest who is here.
  private func nightsToCome(of part: Reservation) -> Set<CalendarDate> {
    let charged = Set(
      part.charges.lazy.filter { !$0.isDeleted && $0.isBinding && $0.entry != nil }
        .filter { $0.kind == .lodging }.map { CalendarDate(midnightUTC: $0.day) })
    let first = firstOpenNight(of: part)
    return Set((part.dates?.nights.filter { $0 >= first && !charged.contains($0) }) ?? [])
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
