import Foundation
import ObjectGraph

/// A tax that is not charged on what belongs to a day of a stay, as of a guest who is exempt from
/// it.
public final class TaxWaiver: ManagedObject {
  /// Midnight UTC of the day.
  @Managed("day") public var day: Date

  /// The name of the tax.
  @Managed("name") public var name: String

  /// The group of charges that it is on.
  @Managed("taxGroup") public var taxGroup: String

  /// Why it is not charged.
  @Managed("reason") public var reason: String?

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// As a value.
  package var value: StayFacts.WaivedTax {
    StayFacts.WaivedTax(name, on: taxGroup, of: CalendarDate(midnightUTC: day))
  }
}
