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
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  /// The present nights without a price, in order.
  var unpricedNights: [CalendarDate] { present.unpriced.map { row[$0].date } }

  /// The price of each present night after its discounts, in minor units, by its date; only nights
  /// with a price.
  var netMinor: [CalendarDate: Int64] {
    var net: [CalendarDate: Int64] = [:]
    for (place, amount) in zip(present.nights, present.netMinor) { net[row[place].date] = amount }
    for date in unpricedNights { net[date] = nil }
    return net
  }
}
