/// Finds the lowest price among the unbroken stays that contain a stay.
///
/// The nights after the whole months of a stay cost the same whatever its arrival. So they are
/// added up once for each departure, from the last night back to the first, and each arrival only
/// adds its months. That takes one step for each departure and night, and one for each departure
/// and arrival.
///
/// A night without a price takes none from its neighbors: stays are compared by the price of their
/// other nights, and a stay in which more nights have no price than in the present one does not
/// count.
struct LongerStays {
  /// The stay with the lowest price.
  typealias Least = (costMinor: Int64, nightCount: Int)

  /// The whole months of a stay before its departure.
  private struct Months {
    var count = 0
    /// The index after the last whole month.
    var end: Int
    /// The month after them; nil where it is not whole or has no price.
    var next: LodgingPricer.Unit?
    var sums = LodgingSums()
  }

  private let present: Range<Int>
  private let pricer: LodgingPricer
  /// The nights of the present stay that have no price.
  private let unpriced: Set<Int>
  /// Stays that arrive on the same day of different months share months.
  private var knownMonths: [Range<Int>: LodgingPricer.Unit] = [:]

  init(than present: Lodging, of pricer: LodgingPricer) {
    self.present = present.nights
    self.pricer = pricer
    unpriced = Set(present.unpriced)
  }

  /// The lowest cost below another, with the length of the shortest stay that has it; nil when none
  /// costs less.
  mutating func least(below costMinor: Int64) throws(MinorUnits.Overflow) -> Least? {
    let count = pricer.nights.count
    guard present.count < count else { return nil }
    var least: Least?
    let lengths = pricer.discounts.lengths
    for (shortest, longer) in zip(lengths, lengths.dropFirst() + [count + 1])
    where longer > present.count && shortest <= count {
      let discounts = try pricer.discounts.inStays(of: shortest)
      visitCosts(ofLengths: max(shortest, present.count)..<longer, with: discounts) { other in
        let (bound, nights) = (least?.costMinor ?? costMinor, least?.nightCount ?? 0)
        if other < (bound, nights) { least = other }
      }
    }
    return least
  }

  /// Visits the costs of all stays of some lengths, except those with further nights without a
  /// price.
  private mutating func visitCosts(
    ofLengths lengths: Range<Int>, with discounts: LengthDiscounts, _ visit: (Least) -> Void
  ) {
    lazy var plain = LodgingTails(
      behindMonths: false, of: pricer, with: discounts, besides: unpriced)
    lazy var behindMonths = LodgingTails(
      behindMonths: true, of: pricer, with: discounts, besides: unpriced)
    var months = (0...present.lowerBound).map {
      Months(end: $0, next: month(number: 0, at: $0, of: $0))
    }
    for departure in present.upperBound...pricer.nights.count {
      let first = max(0, departure - lengths.upperBound + 1)
      let last = min(present.lowerBound, departure - lengths.lowerBound)
      guard first <= last else { continue }
      for arrival in first...last {
        advance(&months[arrival], of: arrival, before: departure, with: discounts)
      }
      let tails = [
        months[first...last].contains { $0.count == 0 } ? plain.sums(before: departure) : [],
        months[first...last].contains { $0.count > 0 } ? behindMonths.sums(before: departure) : [],
      ]
      for arrival in first...last {
        let own = months[arrival]
        guard let tail = tails[own.count == 0 ? 0 : 1][own.end],
          let costMinor = try? discounts.costMinor(of: arrival..<departure, own.sums + tail)
        else { continue }
        visit((costMinor, departure - arrival))
      }
    }
  }

  // MARK: Months

  private mutating func advance(
    _ months: inout Months, of arrival: Int, before departure: Int, with discounts: LengthDiscounts
  ) {
    while let next = months.next, next.nights.upperBound <= departure {
      months.count += 1
      months.end = next.nights.upperBound
      months.sums = months.sums + discounts.sums(of: next.amountsMinor, at: next.nights)
      months.next = month(number: months.count, at: months.end, of: arrival)
    }
  }

  private mutating func month(number: Int, at place: Int, of arrival: Int) -> LodgingPricer.Unit? {
    guard let nights = pricer.nightsOfMonth(number: number, at: place, of: arrival) else {
      return nil
    }
    if let known = knownMonths[nights] { return known }
    let month = try? pricer.month(nights)
    knownMonths[nights] = month
    return month
  }
}
