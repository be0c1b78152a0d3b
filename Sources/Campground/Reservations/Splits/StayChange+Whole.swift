import Foundation

extension StayChange {
  /// The change of the whole stay, where it is on several campsites: its dates, sites and price, and
  /// the lines of all parts; else the change itself.
  public var whole: StayChange {
    guard !otherParts.isEmpty, let after = Stay(whole: parts.map(\.after)) else { return self }
    let parts = parts
    var whole = StayChange(
      code: code, before: Stay(whole: parts.compactMap(\.before)), after: after,
      oldLines: parts.flatMap(\.oldLines), newLines: parts.flatMap(\.newLines), fee: fee,
      balance: balance, freedNights: parts.flatMap(\.freedNights).sorted(),
      takenNights: parts.flatMap(\.takenNights).sorted())
    whole.offers = parts.flatMap(\.offers)
    return whole
  }
}

extension StayChange.Stay {
  /// What parts of a stay are together; those that were called off count where all were. Nil for none.
  fileprivate init?(whole parts: [Self]) {
    let isCalledOff = { (part: Self) in part.status == .canceled || part.status == .noShow }
    let standing = parts.filter { !isCalledOff($0) }
    let counted = standing.isEmpty ? parts : standing
    guard let first = counted.first, let last = counted.last else { return nil }
    var sites: [String] = []
    for site in counted.compactMap(\.site) where sites.last != site { sites.append(site) }
    let totals = counted.compactMap(\.total)
    let sum = totals.reduce(Decimal(0)) { $0 + $1.amount }
    let arrival = first.dates?.arrival
    let departure = last.dates?.departure
    self.init(
      status: first.status == last.status ? first.status : nil,
      dates: arrival.flatMap { arrival in
        departure.flatMap { try? StayDates(arrival: arrival, departure: $0) }
      },
      site: sites.isEmpty ? nil : sites.joined(separator: ", then "), isByDay: first.isByDay,
      party: first.party, total: totals.first.map { Money(sum, $0.currency) },
      heldUntil: first.heldUntil)
  }
}
