/// What an arrival that was moved ahead took from the facts of a stay: nights that it had once given
/// up and has again, and lodging that was given up before and is restored by the early nights.
///
///     let early = EarlyArrival(from: before, to: after)
///     facts.takeBack(early, until: arrival)    // what else has changed since then stays
public struct EarlyArrival: Hashable, Sendable, Codable {
  /// The nights that were former nights before, in order.
  public let formerNights: [StayFacts.Night]
  /// The lodging given up before.
  public let givenUp: [GivenUpLodging]
  /// What was left of it afterwards.
  public let givenUpAfter: [GivenUpLodging]

  /// Compares the facts before the arrival was moved with those afterwards.
  public init(from before: StayFacts, to after: StayFacts) {
    let present = Set(after.nights.map(\.date))
    formerNights = before.formerNights.filter { present.contains($0.date) }
    givenUp = before.givenUp
    givenUpAfter = after.givenUp
  }

  /// Whether it took nothing.
  public var isEmpty: Bool { formerNights.isEmpty && givenUp == givenUpAfter }
}

extension StayFacts {
  /// Puts an early arrival back: its nights go, and what it took from the facts returns as it was.
  /// What has changed since, other nights and lodging given up or restored, stays.
  ///
  /// - Parameters:
  ///   - early: what it took; nil where that is not known or nothing.
  ///   - arrival: the arrival before.
  public mutating func takeBack(_ early: EarlyArrival?, until arrival: CalendarDate) {
    nights.removeAll { $0.date < arrival }
    guard let early else { return }
    let known = Set((nights + formerNights).map(\.date))
    formerNights = (formerNights + early.formerNights.filter { !known.contains($0.date) })
      .sorted { $0.date < $1.date }
    let here = zip(givenUp, early.givenUpAfter).prefix { $0.isSame(as: $1) }.count
    let (left, since) = (givenUp.prefix(here), givenUp.dropFirst(here))
    givenUp = early.givenUp
    for (place, given) in left.enumerated() where place < givenUp.count {
      (givenUp[place].isWaived, givenUp[place].isFeeWaived) = (given.isWaived, given.isFeeWaived)
    }
    // Nights added since would have restored as much without the early ones.
    for (place, given) in early.givenUpAfter.enumerated() {
      restore(given.amountMinor - (place < here ? left[place].amountMinor : 0))
    }
    givenUp += since
  }
}

extension GivenUpLodging {
  /// Whether two values are about the same lodging, of which one may have been restored or waived
  /// since.
  fileprivate func isSame(as other: GivenUpLodging) -> Bool {
    var copy = other
    copy.amountMinor = amountMinor
    (copy.isWaived, copy.isFeeWaived) = (isWaived, isFeeWaived)
    return copy == self
  }
}
