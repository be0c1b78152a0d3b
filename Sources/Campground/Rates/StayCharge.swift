import Foundation
import ObjectGraph

/// A line of what a stay will cost, agreed when it was booked or changed.
///
/// The night that it is for posts it to the folio; until then a change of the stay replaces it.
/// What is posted stays as it is, whoever saves; only its place in the list may change, and whether
/// it is waived.
public final class StayCharge: ManagedObject {
  /// Midnight UTC of the business day on which it is posted.
  @Managed("day") public var day: Date

  /// The place among the lines of the reservation.
  @Managed("position") public var position: Int32

  /// What it is for.
  @Managed("kind") public var kind: ChargeKind

  /// The words of the bill.
  @Managed("text") public var text: String

  /// The amount in minor units; below zero for a discount.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The group of charges that it is taxed with, or of a tax; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether it is given back when the stay is called off.
  @Managed("isRefundable") public var isRefundable: Bool

  /// The word of the rate's kind for a night that was priced by the week or
  /// the month; nil for others.
  @Managed("periodKind") public var periodKind: String?

  /// Midnight UTC of the first night of that week or month; nil for nights that
  /// were priced by the night.
  @Managed("periodStart") public var periodStart: Date?

  /// The name of the fee or the tax that it is from; nil for everything else.
  @Managed("ruleName") public var ruleName: String?

  /// The word of how that is charged, one of `ChargeSource.Manner`; nil for everything else.
  @Managed("ruleManner") public var ruleManner: String?

  /// Whether it was posted and taken back at the desk: then it costs nothing, whatever becomes of
  /// the stay; nil while it was not. What is taken back by canceling or leaving early is agreed
  /// anew where the stay goes on.
  @Managed("isWaived") public var isWaived: Bool?

  /// The reservation; never nil in a saved line.
  @Managed("reservation") public var reservation: Reservation?

  /// The line of the folio that it was posted as; nil while it was not.
  @Managed("entry") public var entry: FolioEntry?

  /// The week or the month that the night was priced by; nil for a night's own price.
  public var period: RatePeriod? {
    guard let kind = periodKind.flatMap(RateKind.init(rawValue:)), let periodStart else {
      return nil
    }
    return RatePeriod(kind: kind, start: CalendarDate(midnightUTC: periodStart))
  }

  /// The fee or the tax that it is from; nil for everything else.
  public var source: ChargeSource? {
    guard let ruleName, let manner = ruleManner.flatMap(ChargeSource.Manner.init(rawValue:)) else {
      return nil
    }
    return ChargeSource(name: ruleName, manner: manner)
  }

  /// The amount.
  public var amount: Money {
    Money(minorUnits: amountMinor, reservation?.campground?.currency ?? .usd)
  }

  /// The words of a line for a day: a night is named by its date in the books of another one,
  /// `Night of 2026-07-04`; bills do that by themselves with the nights of a week or a month.
  func text(on day: CalendarDate) -> String {
    let night = CalendarDate(midnightUTC: self.day)
    guard kind == .lodging, period == nil, night != day, !text.contains("\(night)") else {
      return text
    }
    return "\(text) of \(night)"
  }

  // MARK: Validation

  /// Refuses any change of what is posted but its place in the list and its being waived.
  ///
  /// - Throws: code 1550, and as the superclass.
  public override func validateForUpdate() throws {
    guard try wasPosted() else { return try super.validateForUpdate() }
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect {
      let changed = changedValues().keys.filter { !["position", "isWaived"].contains($0) }
      guard let key = changed.min() else { return }
      throw refusal("never changes", key: key)
    }
    try errors.throwAll()
  }

  /// Refuses the deletion of what is posted.
  ///
  /// - Throws: code 1550, and as the superclass.
  public override func validateForDelete() throws {
    try super.validateForDelete()
    if try wasPosted() { throw refusal("is never deleted", key: nil) }
  }

  /// Whether it is posted in the store.
  private func wasPosted() throws -> Bool {
    try committedValues(forKeys: ["entry"])["entry"] as? ManagedObject != nil
  }

  private func refusal(_ what: String, key: String?) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation,
      "\"\(text)\" of \(reservation?.code ?? "a reservation") is posted and \(what)",
      repair: "reverse the line of the folio and charge it anew", entityName: "StayCharge",
      objectID: objectID, key: key)
  }
}
