import Foundation
import ObjectGraph

/// A line of a folio. It never changes; what was wrong is taken back by another line.
public final class FolioEntry: ManagedObject {
  /// The number that the store gives; lines are in its order.
  @Managed("number") public var number: Int64

  /// What it is for.
  @Managed("kind") public var kind: ChargeKind

  /// The words of the bill.
  @Managed("text") public var text: String

  /// The amount in minor units: above zero what the guest owes, below zero what was paid.
  @Managed("amountMinor") public var amountMinor: Int64

  /// Midnight UTC of the business day, which was not closed when the line was written.
  @Managed("day") public var day: Date

  /// The instant at which it was written.
  @Managed("postedAt") public var postedAt: Date

  /// The group of charges that it is taxed with, or of a tax; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// How money changed hands; nil where none did.
  @Managed("method") public var method: PaymentMethod?

  /// The number of a card slip, a check or a voucher.
  @Managed("reference") public var reference: String?

  /// Why it was written, where that has to be said.
  @Managed("reason") public var reason: String?

  /// The folio; never nil in a saved line.
  @Managed("folio") public var folio: Folio?

  /// The reservation it is about; nil for the whole folio.
  @Managed("reservation") public var reservation: Reservation?

  /// The line of the agreed price that it posts.
  @Managed("charge") public var charge: StayCharge?

  /// The meter reading that it charges.
  @Managed("meterReading") public var meterReading: MeterReading?

  /// The voucher that it sells or redeems.
  @Managed("voucher") public var voucher: Voucher?

  /// The line that it takes back.
  @Managed("reverses") public var reverses: FolioEntry?

  /// The line that takes it back.
  @Managed("reversedBy") public var reversedBy: FolioEntry?

  /// The amount: above zero what the guest owes, below zero what was paid.
  public var amount: Money {
    Money(minorUnits: amountMinor, folio?.campground?.currency ?? .usd)
  }
}
