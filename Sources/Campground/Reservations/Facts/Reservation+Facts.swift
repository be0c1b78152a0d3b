import Foundation
import ObjectGraph

extension Reservation {
  /// The relationships that the facts are read from, to be prefetched for many stays.
  static let keyPathsOfFacts = [
    "segments.campSite", "givenUp", "changeFees", "charges", "allowances", "waivers", "events",
  ]

  /// Everything that the price of the stay depends on, apart from the rules.
  func facts(by card: RateCard) -> StayFacts {
    let present = presentSegments.flatMap(\.nights)
    let former = segments.filter { !$0.isDeleted && $0.isGivenUp }.flatMap(\.nights)
    let owed = present.prefix(state?.isCalledOff == true ? Int(heldNights) : present.count)
    let calledOff = Array(present.dropFirst(owed.count))
    var facts = StayFacts(
      nights: Array(owed),
      party: StayFacts.Party(party),
      reservedAt: reservedUnder == nil ? nil : reservedAt, reservedUnder: reservedUnder,
      terms: policy.flatMap { card.terms(of: $0, under: policyRevision) })
    facts.noticeArrival = noticeDate
    facts.reservedDates = reservedArrival.flatMap { arrival in
      reservedDeparture.flatMap { try? StayDates(arrival: arrival, departure: $0) }
    }
    facts.formerNights = (former + calledOff).sorted { $0.date < $1.date }
    facts.calledOffNights = calledOff
    facts.canceledAt = state == .canceled ? canceledAt : nil
    facts.givenUp = Self.inOrder(givenUp, \.position).map(\.value)
    facts.changeFees = Self.inOrder(changeFees, \.position).map(\.value)
    facts.charges = Self.inOrder(charges, \.position).map(\.value)
    facts.waivers = Set(waivers.lazy.filter { !$0.isDeleted }.compactMap(\.value))
    facts.allowances = Self.inOrder(allowances, \.position).map(\.value)
    return facts
  }

  /// The total of a stay that ended before it was imported; nil for any other.
  public var importedTotal: Money? {
    let present = state?.isCalledOff == true ? [] : presentSegments
    return !present.isEmpty && present.allSatisfy { $0.priceCovers == .everything } ? total : nil
  }
}

extension RateCard {
  /// The terms of a cancellation policy under a revision of the rules; nil where there was none of
  /// that name.
  func terms(of policy: String, under revision: Int64) -> CancellationTerms? {
    policies.first { $0.rule.name == policy && $0.isInForce(at: revision) }?.rule.terms
  }
}

extension StaySegment {
  /// Its nights, as they were agreed.
  var nights: [StayFacts.Night] {
    guard let dates = span?.dates else { return [] }
    let place = BookedPlace(
      site: isByClass ? nil : campSite.map(SiteID.init), siteClass: siteClass.map(ClassID.init),
      siteType: siteType)
    let asked = discount.map {
      StayFacts.AgreedDiscount($0, agreedUnder: discountUnder ?? agreedUnder)
    }
    var agreed = StayFacts.Night(
      dates.arrival, at: place, agreedUnder: agreedUnder, agreedPriceMinor: priceMinor,
      agreedDiscount: asked, covering: priceCovers)
    agreed.formerParty = formerParty
    return dates.nights.map {
      var night = agreed
      night.date = $0
      return night
    }
  }
}

/// Consecutive nights on one campsite that were agreed together.
struct AgreedSpan {
  let span: SiteSpan
  let first: StayFacts.Night
  let isGivenUp: Bool

  /// Whether a segment is equal to this span.
  func isSame(as segment: StaySegment) -> Bool {
    segment.isGivenUp == isGivenUp && segment.campSite === span.site
      && segment.span?.dates == span.dates && segment.nights.first == first
  }

  /// Groups consecutive nights on one campsite that were agreed together.
  static func spans(
    of nights: [StayFacts.Night], isGivenUp: Bool,
    on site: (CalendarDate) -> (site: CampSite?, name: String?)
  ) -> [AgreedSpan] {
    var spans: [AgreedSpan] = []
    for night in nights {
      let (site, name) = site(night.date)
      if let last = spans.last, last.span.site === site,
        last.span.dates.departure == night.date, last.first.isAgreed(as: night),
        let dates = try? StayDates(
          arrival: last.span.dates.arrival, departure: night.date.advanced(by: 1))
      {
        spans[spans.count - 1] = AgreedSpan(
          span: SiteSpan(site: site, name: name, dates: dates), first: last.first,
          isGivenUp: isGivenUp)
      } else if let dates = try? StayDates(arrival: night.date, nights: 1) {
        spans.append(
          AgreedSpan(
            span: SiteSpan(site: site, name: name, dates: dates), first: night,
            isGivenUp: isGivenUp))
      }
    }
    return spans
  }
}

extension StayFacts.Night {
  /// Whether two nights differ in nothing but their dates.
  fileprivate func isAgreed(as other: StayFacts.Night) -> Bool {
    var copy = other
    copy.date = date
    return copy == self
  }
}

extension StaySegment {
  /// Copies the nights and their terms into the segment.
  ///
  /// - Parameter siteClass: the class in which the nights were agreed.
  func take(_ agreed: AgreedSpan, in siteClass: SiteClass?) {
    take(agreed.span)
    self.siteClass = siteClass
    isByClass = agreed.first.place.site == nil && agreed.span.site != nil
    isGivenUp = agreed.isGivenUp
    formerSiteName = agreed.span.site == nil ? agreed.span.name : nil
    agreedUnder = agreed.first.agreedUnder
    priceMinor = agreed.first.agreedPriceMinor
    discount = agreed.first.agreedDiscount?.name
    discountUnder = agreed.first.agreedDiscount?.agreedUnder
    siteType = agreed.first.place.siteType
    priceCovers = agreed.first.priceCovers
    formerParty = agreed.first.formerParty
  }
}
