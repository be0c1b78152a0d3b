import Foundation
import ObjectGraph

/// Offers, and the campers' answers.
extension WaitlistService {
  /// The calls to make, one for each offer awaiting an answer: campers not yet called first, and
  /// among them those whose offer expires first.
  public func calls() throws -> [WaitlistCall] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try openOffers(at: campground).sorted { left, right in
      func key(_ offer: Offer) -> (Int, Date, Int64) {
        (
          offer.calledAt == nil ? 0 : 1, offer.reservation?.holdExpiresAt ?? .distantFuture,
          offer.wish?.entry?.number ?? 0
        )
      }
      return key(left) < key(right)
    }.compactMap { WaitlistCall($0) }
  }

  /// Records that a camper was called about an offer; the last call counts.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry without an offer.
  @discardableResult
  public func called(_ code: String) throws -> WaitlistCall {
    try change(code) { book, entry in
      let offer =
        try entry.openOffer(at: book.now)
        ?? refused(with: .noOffer(entry.code, status(of: entry)))
      offer.calledAt = book.now
      guard let call = WaitlistCall(offer) else { throw CampgroundError.gone(entry.code) }
      return call
    }
  }

  /// Accepts an offer, which becomes a reservation.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry without an offer, and when the
  ///   offer has expired.
  @discardableResult
  public func accept(_ code: String) throws -> StayChange {
    try change(code) { book, entry in
      guard let hold = try held(for: entry).reservation else { throw CampgroundError.gone(code) }
      return try book.changing(hold) { try book.bring($0, to: .reserved) }
    }
  }

  /// Declines an offer, which goes to the next entry; this one keeps its place in line.
  ///
  /// - Returns: The new offers.
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry without an offer.
  @discardableResult
  public func decline(_ code: String) throws -> [WaitlistOffer] {
    try change(code) { book, entry in try book.endOffer(held(for: entry)) {} }
  }

  /// The offer of an entry that has not been ended; if it has expired, its hold says so.
  private func held(for entry: WaitlistEntry) throws(CampgroundError) -> Offer {
    let status = status(of: entry)
    guard status != .booked, let offer = entry.heldOffer(at: scope.clock.now) else {
      throw .noOffer(entry.code, status)
    }
    return offer
  }

  /// Ends expired offers, and offers everything that is free now to the waitlist, the longest wait
  /// first.
  ///
  /// It serves campsites that became free without a command, such as when a hold expired. A camper
  /// who let an offer expire is asked again by the next call at the earliest.
  @discardableResult
  public func offer() throws -> [WaitlistOffer] {
    var hasEnded = false
    return try scope.change(
      { scratch in
        let book = StayBook(scope, in: scratch)
        guard let campground = try scope.campground(in: scratch) else { return [] }
        let ended = try book.lapsedHolds(at: campground).filter { $0.offer != nil }
        for offer in ended { try book.bring(offer, to: .expired) }
        hasEnded = !ended.isEmpty
        return try book.offerWhatIsFree(at: campground) + book.offerLapsedNights()
      }, if: { !$0.isEmpty || hasEnded })
  }
}

extension StayBook {
  /// Ends an offer, if there is one, and offers its nights to the next entry.
  ///
  /// - Parameter finish: what else to do before the nights are offered.
  func endOffer(_ offer: Offer?, _ finish: () -> Void) throws -> [WaitlistOffer] {
    guard let hold = offer?.reservation, hold.state == .hold else {
      finish()
      return []
    }
    let change = try changing(hold) { try bring($0, to: .expired) }
    finish()
    return try offeringFreedNights(of: [change]).flatMap(\.offers)
  }
}
