import Foundation

/// What happens to a stay. Each of these only notes facts; what they cost, the bill says.
extension StayFacts {
  /// When something happens: the instant, and the business day and the place that it belongs to.
  public struct Moment: Hashable, Sendable {
    public var instant: Date
    /// The business day on which it is charged.
    public var day: CalendarDate
    /// The campground's.
    public var timeZone: TimeZone

    public init(_ instant: Date, on day: CalendarDate? = nil, in timeZone: TimeZone) {
      self.instant = instant
      self.day = day ?? CalendarDate(instant, in: timeZone)
      self.timeZone = timeZone
    }
  }

  /// Makes the stay a reserved one.
  ///
  /// - Parameters:
  ///   - revision: that of the rules that are in force.
  ///   - terms: what is kept of nights that are given up; nil for nothing.
  public mutating func reserve(
    at instant: Date, revision: Int64, under terms: CancellationTerms?
  ) {
    reservedAt = instant
    reservedUnder = revision
    self.terms = terms
    noticeArrival = nights.first?.date
  }

  /// Gives the stay these nights, and a fee where it shares none with those it had.
  ///
  /// A night that it had keeps under what it was agreed; on another place, too, unless no rate was
  /// for that place then. Lodging that has no
  /// price, since a night of it has no rate, counts as nothing, whether it is given up or taken.
  ///
  /// - Parameters:
  ///   - nights: in their order, one after the other. Of a stay that is canceled, or whose guest
  ///     did not come, those that are owed all the same, since they were held and have passed.
  ///   - occasion: why it is, for the words of the bill.
  /// - Throws: `PricingError`; nothing has changed then.
  public mutating func change(
    to nights: [Night], because occasion: GivenUpLodging.Occasion = .changed, at moment: Moment,
    by card: RateCard
  ) throws(PricingError) {
    var changed = self
    let known = Dictionary(
      (self.nights + formerNights).map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
    changed.nights = nights.map { night in
      known[night.date].map { $0.moved(to: night, by: card) } ?? night
    }
    guard reservedAt != nil else {
      self = changed
      return
    }
    changed.formerNights = formerNights(except: Set(nights.map(\.date)))
    if !nights.isEmpty, !occasion.callsOff {
      (changed.calledOffNights, changed.canceledAt) = ([], nil)
    } else if !self.nights.isEmpty {
      let owed = Set(nights.map(\.date))
      changed.calledOffNights = self.nights.filter { !owed.contains($0.date) }
      changed.canceledAt = occasion == .noShow ? nil : moment.instant
    }
    do {
      try changed.settle(since: self, occasion, at: moment, by: card)
    } catch let error as PricingError {
      throw error
    } catch {
      throw .tooLarge(card.currency)
    }
    changed.moveNotice(since: self, at: moment)
    self = changed
  }

  /// Agrees nights again, by the rules of now and without what was agreed at the desk or elsewhere.
  ///
  /// - Parameter revision: that of the rules that are in force.
  public mutating func reprice(_ isMeant: (Night) -> Bool, under revision: Int64) {
    for index in nights.indices where isMeant(nights[index]) {
      let former = nights[index]
      nights[index] = Night(former.date, at: former.place, agreedUnder: revision)
      nights[index].formerParty = former.formerParty
    }
  }

  // MARK: Giving up

  /// Notes what lodging was given up, or was reversed, and whether the change costs a fee.
  private mutating func settle(
    since former: StayFacts, _ occasion: GivenUpLodging.Occasion, at moment: Moment,
    by card: RateCard
  ) throws {
    let before = try Self.pricedLodging(of: former, by: card)
    let now = try Self.pricedLodging(of: self, by: card)
    let lost = try MinorUnits.subtracting(now?.totalMinor ?? 0, from: before?.totalMinor ?? 0)
    // A longer stay may cost less, by the week for instance: nothing is given up for that.
    let places = Dictionary(
      nights.map { ($0.date, $0.place) }, uniquingKeysWith: { first, _ in first })
    let keepsAll = now != nil && former.nights.allSatisfy { places[$0.date] == $0.place }
    if lost > 0, !keepsAll, let before {
      try giveUp(lost, of: before, occasion, at: moment)
    } else {
      takeBack(try MinorUnits.subtracting(lost, from: 0))
    }
    if let terms, let old = former.dates, let new = dates {
      let fee = try terms.changeFee(from: old, to: new).minorUnits()
      if fee != 0 { changeFees.append(ChangeFee(on: moment.day, fee)) }
    }
  }

  /// The lodging of a stay; nil where it has no night, or one without a rate.
  private static func pricedLodging(
    of facts: StayFacts, by card: RateCard
  ) throws(PricingError) -> LeastLodging? {
    do {
      return try LeastLodging(of: facts, by: card)
    } catch PricingError.noRate {
      return nil
    }
  }

  // MARK: Notice

  /// Notice counts from the new arrival where canceling was free, else from the earlier one.
  private mutating func moveNotice(since former: StayFacts, at moment: Moment) {
    guard let arrival = nights.first?.date, let notice = former.noticeArrival else { return }
    let step = former.step(at: moment)
    let isFree = step.map { $0.keeps.isNothing && $0.feeMinor == 0 } ?? true
    noticeArrival = isFree ? arrival : min(notice, arrival)
  }
}

extension StayFacts.Night {
  /// The night where another one is, under what it was agreed. A place that stays the same stays as
  /// it was agreed, whatever became of its type, and a site of its class.
  fileprivate func moved(to other: StayFacts.Night, by card: RateCard) -> StayFacts.Night {
    let isSameClass = place.site != nil || place.siteClass == other.place.siteClass
    guard place.site != other.place.site || !isSameClass else { return self }
    var moved = self
    moved.place = other.place
    let hasRate = card.rates.contains {
      $0.isInForce(at: agreedUnder) && $0.rule.scope.covers(date, at: other.place)
    }
    if !hasRate, agreedPriceMinor == nil { moved.agreedUnder = other.agreedUnder }
    return moved
  }
}
