import Foundation
import ObjectGraph

/// The ledger of a reservation, or of several on one bill.
///
///     for line in try folios.lines(of: folio) { print(line.date, line.text, line.amount) }
///     print(try folios.balance(of: folio).due)
public final class Folio: ManagedObject {
  /// The number that the store assigns, which gives the folio its code: `F-7`.
  @Managed("number") public var number: Int64

  /// The instant at which it was opened.
  @Managed("openedAt") public var openedAt: Date

  /// The money that went back out, in minor units, including reversed payments.
  ///
  /// Each line that returns money changes it, so that of two clerks who return the same money at
  /// the same time, the second is stopped.
  @Managed("returnedMinor") public var returnedMinor: Int64

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// Who pays; nil where nobody was named.
  @Managed("payer") public var payer: Camper?

  /// The group that the bill belongs to; nil for the bill of one reservation or of a sale.
  @Managed("group") public var group: ReservationGroup?

  /// The reservations on the bill; `stays` has them in order.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The lines, none of which ever changes.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The code that clerks use, `F-7`; `F-new` before the store gives the number.
  public var code: String { number > 0 ? "F-\(number)" : "F-new" }

  /// The name of the bill in messages: the group's name, or the code.
  public var label: String { group?.name ?? code }

  /// The stays on the bill, by arrival, then by site and number.
  public var stays: [Reservation] { reservations.byArrival }
}
