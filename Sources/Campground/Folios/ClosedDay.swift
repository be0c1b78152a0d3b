import Foundation
import ObjectGraph

/// A business day to which nothing is added any more.
public final class ClosedDay: ManagedObject {
  /// Midnight UTC of the day.
  @Managed("day") public var day: Date

  /// The instant at which it was closed.
  @Managed("closedAt") public var closedAt: Date

  /// What was charged on the day, in minor units.
  @Managed("chargedMinor") public var chargedMinor: Int64

  /// What was paid on the day less what was refunded, in minor units.
  @Managed("paidMinor") public var paidMinor: Int64

  /// The nights that were sold.
  @Managed("nightsSold") public var nightsSold: Int32

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?
}
