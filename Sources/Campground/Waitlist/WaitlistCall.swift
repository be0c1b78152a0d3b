import Foundation

/// A call to make, to tell a camper about a campsite that is held for them.
public struct WaitlistCall: Hashable, Sendable {
  /// The offer.
  public let offer: WaitlistOffer
  /// The code of the hold, `R-5`.
  public let hold: String
  /// The phone number; nil if unknown.
  public let phone: String?
  /// The price of the stay.
  public let price: StayPrice
  /// When they were called, by the campground's wall clock; nil until then.
  public let calledAt: WallTime?
}

extension WaitlistCall {
  /// Makes the call about an offer; nil where the offer is incomplete.
  init?(_ offer: Offer) {
    guard let wish = offer.wish, let hold = offer.reservation,
      let words = WaitlistOffer(hold, for: wish)
    else { return nil }
    self.offer = words
    self.hold = hold.code
    phone = wish.entry?.camper?.phoneNumber
    price = hold.price
    calledAt = offer.calledAt.map { WallTime($0, in: hold.campground?.timeZone ?? .gmt) }
  }
}
