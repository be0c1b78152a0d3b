import Campground
import TestSupport

extension WaitlistEntry {
  /// The hold of the last offer.
  var offer: Reservation? { offers.last?.reservation }

  /// Where the entry stands while the clock of a desk stands still.
  var statusAtNoon: WaitlistStatus { status(at: TestStoreStack.noon) }
}
