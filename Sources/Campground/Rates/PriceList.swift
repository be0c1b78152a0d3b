import Foundation
import ObjectGraph

/// All that is needed to price stays at a campground, read once.
///
/// A value that no later change of the store reaches; asking it costs some microseconds a stay.
///
///     let prices = try PriceList(of: campground, in: context)
///     let quote = try prices.quote(PricedStay(site: site, dates: dates, partySize: 2))
///
/// **Nights.** Of the nightly rates that fit a night the most specific one is taken: one for the
/// site before one for a season, for weekdays, for a type of site, for all; of equal ones the one
/// that stands first. A site that no nightly rate fits has its own price. Seven nights in a row
/// that weekly rates fit cost a week, counted from the arrival; where the rate changes within, each
/// night counts a seventh of its own. A stay of a month and more is cut into months from its
/// arrival, January 31 to February 28 to March 31, which cost a month where monthly rates fit all
/// their nights; what is left behind them costs its share of the days of the calendar month. So
/// does, in a shorter stay, a night that has no other price.
///
/// **Discounts** are taken off the nights, automatic ones and the one asked for, by name;
/// percentages are of the price before discounts, and no night falls below zero. **Fees** are
/// charged on the nights that they are for, or once on the first of these. **Taxes** are worked out
/// on the total of what these nights have in the tax's group, rounded once. Each amount is spread
/// over its days by largest remainder, so that the lines add up to it.
///
/// **A price that was agreed at the desk** is that of each night, whatever the rates say; only the
/// discount that was asked for is taken off it.
///
/// **What was agreed** for a stay before is kept as `AgreedStay` says.
public struct PriceList: Sendable {
  /// The currency of the prices.
  public let currency: Currency

  /// The rates of each kind, in the order in which they are looked at.
  let nightlyRates: [RateRule]
  let weeklyRates: [RateRule]
  let monthlyRates: [RateRule]

  /// Discounts by name, those that are not automatic included.
  let discounts: [ListedDiscount]
  let fees: [FeeRule]
  let taxes: [TaxRule]
  let deposits: [DepositTerms]

  /// Reads the rules of a campground: five fetches, and up to three more for
  /// the seasons they are for.
  ///
  /// - Throws: what a fetch throws; `CampgroundError.invalidAmount` for a percentage in the store
  ///   that has more than 8 decimal places.
  public init(of campground: Campground, in context: ManagedObjectContext) throws {
    currency = campground.currency
    let rates = try Self.rules(Rate.self, of: campground, in: context, reading: ["season"])
      .map(RateRule.init).sorted(by: RateRule.precedes)
    nightlyRates = rates.filter { $0.kind == .nightly }
    weeklyRates = rates.filter { $0.kind == .weekly }
    monthlyRates = rates.filter { $0.kind == .monthly }
    fees = try Self.rules(Fee.self, of: campground, in: context, reading: ["season"])
      .map(FeeRule.init)
    do {
      // One that was given up stays with the reservations that have it.
      discounts = try Self.rules(
        Discount.self, of: campground, in: context, withInactive: true, reading: ["season"]
      ).map(ListedDiscount.init)
      taxes = try Self.rules(Tax.self, of: campground, in: context).map(TaxRule.init)
      deposits = try Self.rules(DepositRule.self, of: campground, in: context)
        .map(DepositTerms.init)
    } catch let error as MinorUnits.Overflow {
      throw error.reported(in: currency)
    }
  }

  private static func rules<Rule: VersionedRule>(
    _ type: Rule.Type, of campground: Campground, in context: ManagedObjectContext,
    withInactive: Bool = false, reading relationships: [String]? = nil
  ) throws -> [Rule] {
    let request = FetchRequest<Rule>()
    let inForce = try Rule.predicateInForce(at: campground)
    request.predicate =
      withInactive
      ? inForce
      : CompoundPredicate(andPredicateWithSubpredicates: [
        inForce, try FetchPredicate(format: "isActive == YES"),
      ])
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    request.relationshipKeyPathsForPrefetching = relationships
    return try context.fetch(request)
  }

  /// What a stay costs, or nil when one of its nights has no price.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for an amount that is too large, or an agreed
  ///   price in another currency.
  public func quote(_ stay: PricedStay) throws(CampgroundError) -> Quote? { try quote([stay]) }

  /// What a stay costs that changes the campsite on its way.
  ///
  /// Each part's nights have the prices of its campsite. All else sees the whole stay: its
  /// number of nights, its weeks and months, the total that is taxed; what is charged once
  /// is charged on the first night that it is for. Nil where a night has no price.
  ///
  /// - Parameter parts: the parts in their order, each of which begins when the one before it ends.
  /// - Throws: as `quote(_:)` of a stay on one campsite.
  public func quote(_ parts: [PricedStay]) throws(CampgroundError) -> Quote? {
    for part in parts {
      if let other = part.agreed.values.first(where: { $0.currency != currency }) {
        throw .invalidAmount(.differentCurrencies(currency, other.currency))
      }
    }
    let bill: (lines: [QuoteLine], deposit: Int64?)?
    do {
      bill = try self.bill(of: parts)
    } catch {
      throw error.reported(in: currency)
    }
    guard let bill else { return nil }
    return try Quote(lines: bill.lines, currency: currency, depositMinor: bill.deposit)
  }

  /// The rules by which a stay is charged that is agreed now.
  func rules(for stay: PricedStay) -> ChargeRules {
    ChargeRules(
      discounts: discounts.filter { discount in
        (discount.isAutomatic && stay.nightPriceMinor == nil) || discount.id == stay.discount
      }.map(\.rule),
      fees: fees, taxes: taxes)
  }

  /// The terms of a stay once its quote is agreed: what was agreed before, and for
  /// all else the rules of now.
  func terms(of parts: [PricedStay]) -> StayTerms? {
    let all = parts.map { self.terms(of: $0) }
    return all.first.map { all.dropFirst().reduce($0) { $0.joined(with: $1) } }
  }

  private func terms(of stay: PricedStay) -> StayTerms {
    let present = rules(for: stay)
    return StayTerms(
      booked: stay.kept?.terms.booked ?? present,
      nights: Dictionary(
        stay.dates.nights.map { night in
          (
            night,
            StayTerms.Night(
              rules: stay.agreedRules(for: night) ?? present, siteType: stay.siteType(on: night))
          )
        },
        uniquingKeysWith: { first, _ in first }))
  }

  /// The lines and the deposit of a stay; nil when one of its nights has no price.
  private func bill(
    of parts: [PricedStay]
  ) throws(MinorUnits.Overflow) -> (lines: [QuoteLine], deposit: Int64?)? {
    var bill = StayBill(of: parts, at: self)
    guard try bill.addNights() else { return nil }
    try bill.addDiscounts()
    try bill.addFees()
    try bill.addTaxes()
    return (bill.sortedLines, try bill.deposit())
  }
}
