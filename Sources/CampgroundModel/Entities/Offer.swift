import Foundation
import ObjectGraph

/// A campsite that is or was held for somebody on the waitlist, and that they have to be called
/// about.
public final class Offer: ManagedObject {
  /// When they were called; nil while they were not.
  @Managed("calledAt") public var calledAt: Date?

  /// When they were asked again after it came to nothing, from which on it counts no more; nil
  /// while they were not.
  @Managed("askedAgainAt") public var askedAgainAt: Date?

  /// The wish that it fulfils; never nil in a saved one.
  @Managed("wish") public var wish: Wish?

  /// The hold, and its outcome; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?
}

/// The outcome of an offer.
public enum OfferOutcome: String, Sendable, Hashable {
  /// The campsite is still held.
  case open
  /// The campsite was reserved.
  case taken
  /// It lapsed or was declined.
  case missed
}

extension Offer {
  /// What had become of the offer at an instant; one that lapses is missed from its end on, whether
  /// or not anything swept it.
  public func outcome(at now: Date) -> OfferOutcome {
    switch reservation?.state {
    case .hold: reservation?.isLapsed(at: now) == true ? .missed : .open
    // Who had the stay and gives it up waits no more.
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow: .taken
    case .draft, .requested, .declined, .expired, nil: .missed
    }
  }
}
