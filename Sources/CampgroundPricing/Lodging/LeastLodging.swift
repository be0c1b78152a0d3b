/// The lodging of a stay, which never costs more than a longer stay that was once agreed.
struct LeastLodging {
  /// The unbroken run of nights once agreed that contains the stay.
  let row: [StayFacts.Night]
  /// The lodging of the present nights alone.
  let present: Lodging
  /// The lowest price of any unbroken stay that contains the present nights and lies within the
  /// nights once agreed.
  let totalMinor: Int64
  /// The number of nights of the stay with that price.
  let nightCount: Int
  /// The share of that price for each present night, in minor units; 0 for a night without a price.
  let sharesMinor: [Int64]
  private let waived: Set<CalendarDate>

  /// - Returns: nil for a stay without nights.
  init?(of facts: StayFacts, by card: RateCard) throws(PricingError) {
    guard let first = facts.nights.first?.date, let last = facts.nights.last?.date else {
      return nil
    }
    var former: [CalendarDate: StayFacts.Night] = [:]
    for night in facts.formerNights { former[night.date] = night }
    var (before, behind): ([StayFacts.Night], [StayFacts.Night]) = ([], [])
    while let night = former[first.advanced(by: -1 - before.count)] { before.append(night) }
    while let night = former[last.advanced(by: 1 + behind.count)] { behind.append(night) }
    row = before.reversed() + facts.nights + behind
    let own = before.count..<before.count + facts.nights.count
    do {
      let pricer = LodgingPricer(row, by: card)
      present = try pricer.lodging(of: own)
      var longer = LongerStays(than: present, of: pricer)
      let least = try longer.least(below: present.totalMinor)
      totalMinor = least?.costMinor ?? present.totalMinor
      nightCount = least?.nightCount ?? own.count
      let saved = try MinorUnits.subtracting(totalMinor, from: present.totalMinor)
      let savings = saved == 0 ? nil : LargestRemainder.shares(of: saved, by: present.netMinor)
      let net = present.netMinor
      sharesMinor = savings.map { zip(net, $0).map(-) } ?? net
      waived = Set(facts.waivers.lazy.filter { $0.kind == .lodging }.map(\.day))
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  /// The present nights without a price, in order.
  var unpricedNights: [CalendarDate] { present.unpriced.map { row[$0].date } }

  /// Whether a present night, by its index, is left out of the bill.
  func isWaived(_ place: Int) -> Bool { !waived.isEmpty && waived.contains(row[place].date) }

  /// The share of the price for each present night that is owed, in minor units, by its date; only
  /// nights that have a price and are not waived.
  var owedNights: [CalendarDate: Int64] {
    var owed: [CalendarDate: Int64] = [:]
    let unpriced = Set(present.unpriced)
    for (place, share) in zip(present.nights, sharesMinor)
    where !isWaived(place) && !unpriced.contains(place) { owed[row[place].date] = share }
    return owed
  }

  /// The price without waived nights.
  var owedMinor: Int64 {
    // A part of the total.
    waived.isEmpty ? totalMinor : owedNights.values.reduce(0, +)
  }
}
