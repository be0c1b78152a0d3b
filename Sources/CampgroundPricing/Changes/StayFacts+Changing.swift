import Foundation

/// The changes that happen to a stay. Each one only records facts; `Bill` calculates what they
/// cost.
extension StayFacts {
  /// When a change happens: the instant, the business day and the time zone.
  public struct Moment: Hashable, Sendable {
    public var instant: Date
    /// The business day of the charge.
    public var day: CalendarDate
    /// The time zone of the campground.
    public var timeZone: TimeZone

    public init(_ instant: Date, on day: CalendarDate? = nil, in timeZone: TimeZone) {
      self.instant = instant
      self.day = day ?? CalendarDate(instant, in: timeZone)
      self.timeZone = timeZone
    }
  }

  /// Makes the stay reserved.
  ///
  /// - Parameters:
  ///   - revision: the current revision of the rules.
  ///   - terms: the terms for nights given up; nil if nothing is kept.
  public mutating func reserve(
    at instant: Date, revision: Int64, under terms: CancellationTerms?
  ) {
    reservedAt = instant
    reservedUnder = revision
    self.terms = terms
    noticeArrival = nights.first?.date
    reservedDates = dates
  }

  /// Replaces the nights of the stay, and charges a change fee where the new nights share none with
  /// the old.
  ///
  /// A night that the stay had before keeps the revision it was agreed under, even at another
  /// place, unless no rate covered that place under that revision; one that is added again takes the
  /// price and the discount agreed since. A night that loses its price, or
  /// gets one, neither gives lodging up nor adds any: only nights with a price before and after are
  /// compared, and nights that go or come.
  ///
  /// - Parameters:
  ///   - nights: the consecutive nights, in order. For a canceled stay or a no-show, the nights
  ///     that are still owed because they were held and have passed.
  ///   - occasion: the reason for the change, which the bill prints.
  ///   - agreedMinor: what is kept of the lodging given up, in minor units, for a stay canceled as
  ///     agreed; the bill keeps no more than that lodging.
  /// - Throws: `PricingError`; the stay is then unchanged.
  public mutating func change(
    to nights: [Night], because occasion: GivenUpLodging.Occasion = .changed,
    keeping agreedMinor: Int64 = 0, at moment: Moment, by card: RateCard
  ) throws(PricingError) {
    var changed = self
    let present = Dictionary(
      self.nights.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
    let former = Dictionary(
      formerNights.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
    changed.nights = nights.map { night in
      if let known = present[night.date] { return known.moved(to: night, by: card) }
      return former[night.date]?.moved(to: night, by: card).taking(termsOf: night) ?? night
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
      try changed.settle(since: self, occasion, keeping: agreedMinor, at: moment, by: card)
    } catch let error as PricingError {
      throw error
    } catch {
      throw .tooLarge(card.currency)
    }
    changed.moveNotice(since: self, at: moment)
    self = changed
  }

  /// Agrees nights again under the current rules, and drops prices and discounts that were agreed
  /// at the desk or elsewhere.
  ///
  /// - Parameter revision: the current revision of the rules.
  public mutating func reprice(_ isMeant: (Night) -> Bool, under revision: Int64) {
    for index in nights.indices where isMeant(nights[index]) {
      let former = nights[index]
      nights[index] = Night(former.date, at: former.place, agreedUnder: revision)
      nights[index].formerParty = former.formerParty
    }
  }

  // MARK: Giving up

  /// Records the lodging that was given up or restored, and the change fee, if any.
  private mutating func settle(
    since former: StayFacts, _ occasion: GivenUpLodging.Occasion, keeping agreedMinor: Int64,
    at moment: Moment, by card: RateCard
  ) throws {
    let before = try LeastLodging(of: former, by: card)
    let now = try LeastLodging(of: self, by: card)
    let lost = try MinorUnits.subtracting(
      try (now?.owedMinor ?? 0).adding(before, toNightsWithoutPriceIn: now),
      from: try (before?.owedMinor ?? 0).adding(now, toNightsWithoutPriceIn: before))
    // A longer stay may cost less, at a weekly rate for instance; nothing is given up then.
    let places = Dictionary(
      nights.map { ($0.date, $0.place) }, uniquingKeysWith: { first, _ in first })
    let keepsAll = now != nil && former.nights.allSatisfy { places[$0.date] == $0.place }
    if occasion == .canceledAsAgreed {
      // An agreement is a fact even where there is no price to give up.
      givenUp.append(
        GivenUpLodging(
          on: moment.day, occasion, max(0, lost), keeping: .upTo(agreedMinor),
          includesTax: hadTaxes(in: former)))
    } else if lost > 0, !keepsAll, let before {
      try giveUp(
        lost, of: before, occasion, includesTax: hadTaxes(in: former), at: moment, by: card)
    } else {
      restore(try MinorUnits.subtracting(lost, from: 0))
    }
    if let terms, let old = former.dates, let new = dates {
      let fee = try terms.changeFee(from: old, to: new).minorUnits()
      if fee != 0 { changeFees.append(ChangeFee(on: moment.day, fee)) }
    }
  }

  /// Whether the prices of nights that former facts had on top of these included taxes.
  private func hadTaxes(in former: StayFacts) -> Bool {
    let dates = Set(nights.map(\.date))
    return former.nights.contains {
      $0.priceCovers == .lodgingAndTaxes && !dates.contains($0.date)
    }
  }

  // MARK: Notice

  /// Notice counts from the new arrival where canceling was free, otherwise from the earlier of the
  /// two.
  private mutating func moveNotice(since former: StayFacts, at moment: Moment) {
    guard let arrival = nights.first?.date, let notice = former.noticeArrival else { return }
    let step = former.step(at: moment)
    let isFree = step.map { $0.keeps.isNothing && $0.feeMinor == 0 } ?? true
    noticeArrival = isFree ? arrival : min(notice, arrival)
  }
}

extension Int64 {
  /// The price of lodging, plus what the nights without a price cost in another lodging.
  fileprivate func adding(
    _ other: LeastLodging?, toNightsWithoutPriceIn lodging: LeastLodging?
  ) throws(MinorUnits.Overflow) -> Int64 {
    guard let other, let unpriced = lodging?.unpricedNights, !unpriced.isEmpty else { return self }
    let prices = other.owedNights
    return try MinorUnits.adding(self, MinorUnits.sum(of: unpriced.compactMap { prices[$0] }))
  }
}

extension StayFacts.Night {
  /// The night added again with the price and the discount agreed for the stay since; without one it
  /// returns to what was agreed for it.
  fileprivate func taking(termsOf other: StayFacts.Night) -> StayFacts.Night {
    var night = self
    if let price = other.agreedPriceMinor {
      night.agreedPriceMinor = price
      night.priceCovers = other.priceCovers
    }
    if let discount = other.agreedDiscount { night.agreedDiscount = discount }
    return night
  }

  /// The night moved to the place of another one, under the revision it was agreed under. A place
  /// that stays the same keeps the type it was agreed with, and a site also its class, even if
  /// these have changed since.
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
