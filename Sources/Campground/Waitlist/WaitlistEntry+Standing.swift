import Foundation

/// Where an entry stands, which follows from its wishes and from the outcome of its offers.
extension WaitlistEntry {
  /// After how many offers that lapsed or were declined an entry rests.
  public static let mostMissedOffers = 3

  /// Where the entry stood at an instant.
  public func status(at now: Date) -> WaitlistStatus {
    let outcomes = offers.map { $0.outcome(at: now) }
    if outcomes.contains(.taken) { return .booked }
    if withdrawnAt != nil { return .withdrawn }
    if outcomes.contains(.open) { return .offered }
    let today = CalendarDate(now, in: campground?.timeZone ?? .gmt)
    guard presentWishes.contains(where: { $0.arrival >= today }) else { return .lapsed }
    return missedOffers(at: now).count < Self.mostMissedOffers ? .waiting : .resting
  }

  /// All that was ever offered, in that order.
  public var offers: [Offer] {
    // What waits in a scratch pad is numbered below 0, and came last.
    func key(_ offer: Offer) -> Int64 {
      let number = offer.reservation?.number ?? 0
      return number > 0 ? number : .max + number
    }
    return wishes.flatMap(\.offers).filter { !$0.isDeleted }.sorted { key($0) < key($1) }
  }

  /// The offer that waits for an answer at an instant; nil while there is none.
  public func openOffer(at now: Date) -> Offer? {
    offers.last { $0.outcome(at: now) == .open }
  }

  /// The offers that lapsed or were declined since the entry was asked again.
  public func missedOffers(at now: Date) -> [Offer] {
    offers.filter { $0.askedAgainAt == nil && $0.outcome(at: now) == .missed }
  }

  /// The open offer, else the last one that is over and that nothing ended yet.
  func heldOffer(at now: Date) -> Offer? {
    openOffer(at: now) ?? offers.last { $0.reservation?.state == .hold }
  }

  /// Whether these nights in a class were offered and not taken, so that they are not offered
  /// again.
  func hasMissed(_ siteClass: SiteClass, _ dates: StayDates, at now: Date) -> Bool {
    missedOffers(at: now).contains { offer in
      offer.reservation?.siteClass === siteClass && offer.reservation?.dates == dates
    }
  }

  /// Whether these nights on a campsite were offered and not taken, so that they are not offered
  /// again.
  func hasMissed(_ site: CampSite, _ dates: StayDates, at now: Date) -> Bool {
    missedOffers(at: now).contains { offer in
      offer.reservation?.siteSpans.contains { $0.site === site && $0.dates == dates } ?? false
    }
  }
}
