import Foundation
import ObjectGraph

/// A campsite that is or was held for someone on the waitlist, whom the desk has to call.
public final class Offer: ManagedObject {
  /// When they were called; nil until then.
  @Managed("calledAt") public var calledAt: Date?

  /// When they were asked again after the offer failed, which takes it out of the count of missed
  /// offers; nil until then.
  @Managed("askedAgainAt") public var askedAgainAt: Date?

  /// The wish that it fulfills; never nil once saved.
  @Managed("wish") public var wish: Wish?

  /// The reservation that holds the campsite, whose status decides the outcome; never nil once
  /// saved.
  @Managed("reservation") public var reservation: Reservation?
}

/// The outcome of an offer.
public enum OfferOutcome: String, Sendable, Hashable {
  /// The campsite is still held.
  case open
  /// The campsite was reserved.
  case taken
  /// The offer lapsed or was declined.
  case missed
}

extension Offer {
  /// The outcome of the offer at an instant. An offer that lapses counts as missed from its expiry
  /// on, whether or not anything has swept it.
  public func outcome(at now: Date) -> OfferOutcome {
    switch reservation?.state {
    case .hold: reservation?.isLapsed(at: now) == true ? .missed : .open
    // Someone who got the stay and then canceled it is no longer waiting.
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow: .taken
    case .draft, .requested, .declined, .expired, nil: .missed
    }
  }
}
