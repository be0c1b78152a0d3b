import Foundation

/// A call to make: somebody is to be told of a campsite that is held for them.
public struct WaitlistCall: Hashable, Sendable {
  /// What is offered to whom.
  public let offer: WaitlistOffer
  /// The code of the hold, `R-5`.
  public let hold: String
  /// The phone number; nil where none is known.
  public let phone: String?
  /// What the stay costs; nil where it has no price.
  public let total: Money?
  /// When they were called, as the campground's wall clock shows it; nil while they were not.
  public let calledAt: WallTime?
}

extension WaitlistCall {
  /// The call about an offer; nil for one that is incomplete.
  init?(_ offer: Offer) {
    guard let wish = offer.wish, let hold = offer.reservation,
      let words = WaitlistOffer(hold, for: wish)
    else { return nil }
    self.offer = words
    self.hold = hold.code
    phone = wish.entry?.camper?.phoneNumber
    total = hold.total
    calledAt = offer.calledAt.map { WallTime($0, in: hold.campground?.timeZone ?? .gmt) }
  }
}
