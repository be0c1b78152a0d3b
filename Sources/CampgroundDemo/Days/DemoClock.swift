import Campground
import Foundation
import Synchronization

/// A clock that stands where the demo has come to.
final class DemoClock: CampgroundClock {
  private let instant: Mutex<Date>

  init(_ now: Date) { instant = Mutex(now) }

  var now: Date { instant.withLock { $0 } }

  func set(_ now: Date) { instant.withLock { $0 = now } }
}
