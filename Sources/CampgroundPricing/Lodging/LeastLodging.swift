/// What the lodging of a stay costs: never more than that of a longer one that was agreed.
struct LeastLodging {
  /// The nights that were ever agreed around the stay.
  let row: [StayFacts.Night]
  /// What the present nights would cost by themselves.
  let present: Lodging
  /// The least of what unbroken stays cost that have the present nights, and no other nights than
  /// those once agreed.
  let totalMinor: Int64
  /// How many nights that one has.
  let nightCount: Int

  /// - Returns: nil for a stay without a night.
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
      var longer = LongerStays(than: own, of: pricer)
      let least = try longer.least(below: present.totalMinor)
      totalMinor = least?.costMinor ?? present.totalMinor
      nightCount = least?.nightCount ?? own.count
    } catch let error as PricingError {
      throw error
    } catch {
      throw .tooLarge(card.currency)
    }
  }
}
