import Foundation

extension StayChange {
  /// The change of the whole stay, where it is on several campsites: its dates, sites and price,
  /// and the lines of all parts; else the change itself. Its code is that of a part that stands.
  public var whole: StayChange {
    guard !otherParts.isEmpty, let after = Stay(whole: parts.map(\.after), like: after) else {
      return self
    }
    let parts = parts
    let standing = parts.filter { !$0.after.isCalledOff }.map(\.code)
    var whole = StayChange(
      code: standing.contains(code) ? code : standing.first ?? code,
      before: Stay(whole: parts.compactMap(\.before), like: before), after: after,
      oldLines: parts.flatMap(\.oldLines), newLines: parts.flatMap(\.newLines), fee: fee,
      deposit: parts.lazy.compactMap(\.deposit).first, balance: balance,
      freedNights: parts.flatMap(\.freedNights).sorted(),
      takenNights: parts.flatMap(\.takenNights).sorted())
    whole.offers = parts.flatMap(\.offers)
    whole.passedOver = parts.flatMap(\.passedOver)
    whole.keptUnder = keptUnder
    whole.groupBill = groupBill
    whole.allowanceMinor = allowanceMinor
    whole.totalAtCurrentPrices = totalAtCurrentPrices
    whole.unreadMeters = unreadMeters
    whole.overstay = overstay
    whole.discountForNoNight = discountForNoNight
    return whole
  }
}

extension StayChange.Stay {
  fileprivate var isCalledOff: Bool { status == .canceled || status == .noShow }

  /// What parts of a stay are together; those that were called off count
  /// where all were. Nil for none.
  ///
  /// - Parameter named: the part whose state is told.
  fileprivate init?(whole parts: [Self], like named: Self?) {
    let standing = parts.filter { !$0.isCalledOff }
    let counted = standing.isEmpty ? parts : standing
    guard let first = counted.first, let last = counted.last else { return nil }
    var sites: [String] = []
    for site in counted.compactMap(\.site) where sites.last != site { sites.append(site) }
    var words: [String] = []
    for site in counted.compactMap(\.siteWords) where words.last != site { words.append(site) }
    let totals = counted.compactMap(\.total)
    let sum = totals.first.map { first in
      Money(totals.reduce(Decimal(0)) { $0 + $1.amount }, first.currency)
    }
    let unpriced = counted.filter { $0.total == nil && $0.status?.isOwedFor == true }
    let arrival = first.dates?.arrival
    let departure = last.dates?.departure
    self.init(
      status: named.flatMap { $0.isCalledOff && !standing.isEmpty ? nil : $0.status }
        ?? first.status,
      dates: arrival.flatMap { arrival in
        departure.flatMap { try? StayDates(arrival: arrival, departure: $0) }
      },
      site: sites.isEmpty ? nil : sites.joined(separator: ", then "),
      siteWords: words.isEmpty ? nil : words.joined(separator: ", then "), isByDay: first.isByDay,
      party: first.party, total: unpriced.isEmpty ? sum : nil,
      pricedTotal: unpriced.isEmpty ? nil : sum,
      unpriced: sum == nil ? [] : unpriced.compactMap(\.dates),
      price: first.price, policy: first.policy, heldUntil: first.heldUntil)
  }
}
