import Foundation
import ObjectGraph

/// What is taken off the bill of a stay without money moving, with the taxes that it takes along.
public final class Allowance: ManagedObject {
  /// The place among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// Midnight UTC of the business day on which it was agreed.
  @Managed("day") public var day: Date

  /// The words of the bill.
  @Managed("text") public var text: String

  /// The amount in minor units, without the tax that it takes along.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The group of charges that it is off; nil for the whole bill, without its taxes.
  @Managed("taxGroup") public var taxGroup: String?

  /// Midnight UTC of the day whose charge it takes back; nil for one that is off no charge in
  /// particular.
  @Managed("chargedOn") public var chargedOn: Date?

  /// Why it was given.
  @Managed("reason") public var reason: String?

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// As a value.
  package var value: StayFacts.Allowance {
    StayFacts.Allowance(
      on: CalendarDate(midnightUTC: day), amountMinor, off: taxGroup, text: text,
      takingBackChargeOf: chargedOn.map { CalendarDate(midnightUTC: $0) })
  }
}
