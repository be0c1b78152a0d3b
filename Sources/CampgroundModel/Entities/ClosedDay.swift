import Foundation
import ObjectGraph

/// A closed business day, to which nothing more can be posted. It cannot change, and only the last
/// one can be reopened, which deletes it.
///
///     let closed = try folios.closeDay(CalendarDate(parsing: "2026-07-01"))
///     print(closed.charged, closed.paid, closed.nightsSold)
public final class ClosedDay: ManagedObject {
  /// The day.
  @Managed("day") public var date: CalendarDate

  /// The instant at which it was closed.
  @Managed("closedAt") public var closedAt: Date

  /// The charges of the day, in minor units; for the first closed day, also those before it.
  @Managed("chargedMinor") public var chargedMinor: Int64

  /// The payments of the day less its refunds, in minor units; for the first closed day, also those
  /// before it.
  @Managed("paidMinor") public var paidMinor: Int64

  /// The number of sites occupied that night.
  @Managed("nightsSold") public var nightsSold: Int32

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The charges of the day.
  public var charged: Money { Money(minorUnits: chargedMinor, campground?.currency ?? .usd) }

  /// The payments of the day less its refunds.
  public var paid: Money { Money(minorUnits: paidMinor, campground?.currency ?? .usd) }

  /// Refuses every change.
  ///
  /// - Throws: code 1550.
  public override func validateForUpdate() throws { throw refusal("cannot change") }

  /// Refuses the deletion while the campground is closed through this day or a later one.
  ///
  /// - Throws: code 1550.
  public override func validateForDelete() throws {
    let saved = try committedValues(forKeys: ["campground"])["campground"] as? Campground
    guard let campground = campground ?? saved,
      campground.lastClosedDay.map({ $0 < date }) ?? true
    else { throw refusal("cannot reopen") }
  }

  private func refusal(_ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation, "\(date) is closed and \(what)",
      repair: "post the correction to an open day", entityName: "ClosedDay", objectID: objectID)
  }
}
