import Foundation

/// The status of an entry, which follows from its wishes and the outcomes of its offers.
extension WaitlistEntry {
  /// The number of missed offers after which an entry rests.
  public static let mostMissedOffers = 3

  /// The status at an instant.
  public func status(at now: Date) -> WaitlistStatus {
    let outcomes = offers.map { $0.outcome(at: now) }
    if outcomes.contains(.taken) { return .booked }
    if withdrawnAt != nil { return .withdrawn }
    if outcomes.contains(.open) { return .offered }
    let today = CalendarDate(now, in: campground?.timeZone ?? .gmt)
    guard presentWishes.contains(where: { $0.arrival >= today }) else { return .lapsed }
    return missedOffers(at: now).count < Self.mostMissedOffers ? .waiting : .resting
  }

  /// All offers ever made, in order.
  public var offers: [Offer] {
    // Reservations in a scratch pad have negative numbers, and are the latest.
    func key(_ offer: Offer) -> Int64 {
      let number = offer.reservation?.number ?? 0
      return number > 0 ? number : .max + number
    }
    return wishes.flatMap(\.offers).filter { !$0.isDeleted }.sorted { key($0) < key($1) }
  }

  /// The offer awaiting an answer at an instant; nil for none.
  public func openOffer(at now: Date) -> Offer? {
    offers.last { $0.outcome(at: now) == .open }
  }

  /// The offers that lapsed or were declined since the entry was last asked again.
  public func missedOffers(at now: Date) -> [Offer] {
    offers.filter { $0.askedAgainAt == nil && $0.outcome(at: now) == .missed }
  }

  /// The open offer, otherwise the last expired one that has not been ended yet.
  func heldOffer(at now: Date) -> Offer? {
    openOffer(at: now) ?? offers.last { $0.reservation?.state == .hold }
  }

  /// Whether these nights on a campsite or in a class were offered and missed, so that they are not
  /// offered again.
  func hasMissed(_ place: Booking.Place, _ dates: StayDates, at now: Date) -> Bool {
    missedOffers(at: now).compactMap(\.reservation).contains { hold in
      switch place {
      case .site(let site): hold.siteSpans.contains { $0.site === site && $0.dates == dates }
      case .siteClass(let siteClass): hold.siteClass === siteClass && hold.dates == dates
      }
    }
  }
}
