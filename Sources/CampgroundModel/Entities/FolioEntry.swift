import Foundation
import ObjectGraph

/// A line of a folio. It cannot change; a mistake is reversed by another line.
///
/// The class itself enforces this, whoever saves: it refuses a line for a closed day, the deletion
/// of a saved line, and any change to one other than setting `reversedBy` for the first time.
///
///     line.amountMinor = 0
///     try context.save()      // throws: "firewood" on folio F-1 is posted and cannot change
public final class FolioEntry: ManagedObject {
  /// The number that the store assigns, counted across all folios; lines are ordered by it.
  @Managed("number") public var number: Int64

  /// What it is for.
  @Managed("kind") public var kind: ChargeKind

  /// The text of the line as the bill prints it.
  @Managed("text") public var text: String

  /// The amount in minor units: positive for charges, negative for payments.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The business day, which was open when the line was written.
  @Managed("day") public var date: CalendarDate

  /// The day in the stay's bill that the line posts: the night, or the day on which the charge
  /// arose; nil for a line outside the bill.
  @Managed("night") public var night: CalendarDate?

  /// The name of the fee, tax, discount or allowance, without a count; nil for other lines.
  @Managed("name") public var name: String?

  /// The first night of the week or month that the night was priced by; nil for other lines.
  @Managed("periodStart") public var periodStart: CalendarDate?

  /// The tax group of the line; for a tax, the group that it taxes; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// The payment method; nil where no money changed hands.
  @Managed("method") public var method: PaymentMethod?

  /// The number of a card slip, a check or a voucher.
  @Managed("reference") public var reference: String?

  /// Why the line was written, where a reason is required.
  @Managed("reason") public var reason: String?

  /// The folio; never nil once saved.
  @Managed("folio") public var folio: Folio?

  /// The reservation that it concerns; nil for the whole folio.
  @Managed("reservation") public var reservation: Reservation?

  /// The posting that it belongs to, with the other lines written by the same command; never nil
  /// once saved.
  @Managed("posting") public var posting: Posting?

  /// The line that it taxes, if that was charged by hand or sold; nil for other lines.
  @Managed("taxes") public var taxes: FolioEntry?

  /// The tax lines of a line that was charged by hand or sold.
  @Managed("taxedBy") public var taxedBy: Set<FolioEntry>

  /// The allowance that it takes off; nil for other lines.
  @Managed("allowance") public var allowance: Allowance?

  /// The lodging given up of which it charges what is kept, or the fee; nil for other lines, and
  /// once the lodging was restored.
  @Managed("givenUp") public var givenUp: GivenUpNights?

  /// What was charged by hand or sold; nil for other lines, and for a line of a folio without a stay.
  @Managed("charge") public var charge: Charge?

  /// The change fee that it charges; nil for other lines.
  @Managed("changeFee") public var changeFee: ChangeFee?

  /// The meter reading that it charges.
  @Managed("meterReading") public var meterReading: MeterReading?

  /// The voucher that it sells or redeems.
  @Managed("voucher") public var voucher: Voucher?

  /// The sale that it charges, taxes, pays for or reverses.
  @Managed("sale") public var sale: Sale?

  /// The line that it reverses.
  @Managed("reverses") public var reverses: FolioEntry?

  /// The line that reverses it.
  @Managed("reversedBy") public var reversedBy: FolioEntry?

  /// The instant at which it was written.
  public var postedAt: Date { posting?.postedAt ?? .distantPast }

  /// Who wrote it; nil where it is unknown.
  public var who: String? { posting?.who }

  /// The text of the line on the books of a day: a night of another day gets its date. The nights
  /// of a week or a month already carry theirs.
  package func text(on day: CalendarDate) -> String {
    guard kind == .lodging, periodStart == nil, let night, night != day,
      !text.contains("\(night)")
    else { return text }
    return "\(text) of \(night)"
  }

  /// The line as a line of the stay's bill, where it belongs to its own night, whichever day it was
  /// posted on; nil for a line outside the bill.
  package var billLine: Bill.Line? {
    guard let night, let kind = subject.kind.inBill else { return nil }
    let late = " of \(night)"
    let words = text.hasSuffix(late) ? String(text.dropLast(late.count)) : text
    return Bill.Line(
      day: night, kind: kind, name: name ?? "", text: words, amountMinor: amountMinor,
      taxGroup: taxGroup, period: nil)
  }

  /// Whether the line is neither a reversal nor reversed.
  package var stands: Bool { reverses == nil && reversedBy == nil }

  /// Whether somebody wrote the line on purpose: not a tax, nor a night or a fee of a stay's bill.
  package var isByHand: Bool {
    switch kind {
    case .payment, .refund, .credit, .allowance: true
    case .reversal: subject.kind != .tax
    case .lodging, .longerStay, .discount, .fee, .tax, .meter, .sale, .kept, .changeFee:
      charge != nil || reverses != nil || night == nil && kind != .tax
    }
  }

  /// The reason, or the stay that a payment was moved from: for clerks, since no guest's paper names
  /// another guest's stay.
  public var remark: String? { reason ?? movedFrom.map { "from \($0.code)" } }

  private var movedFrom: Reservation? {
    guard kind == .payment, let posting else { return nil }
    return posting.entries.first {
      $0.reverses?.kind == .payment && $0.reservation !== reservation
    }?
    .reservation
  }

  /// The line that a reversal reverses; otherwise the line itself.
  public var subject: FolioEntry { kind == .reversal ? reverses ?? self : self }

  /// Whether the line moves money, or reverses one that did, rather than being owed.
  public var isPayment: Bool { method != nil }

  /// The amount: positive for charges, negative for payments.
  public var amount: Money {
    Money(minorUnits: amountMinor, folio?.campground?.currency ?? .usd)
  }

  // MARK: Validation

  /// Refuses a line for a closed day; the save also fails if the day is closed in the meantime.
  ///
  /// - Throws: code 1550, and whatever the superclass throws.
  public override func validateForInsert() throws {
    try ValidationErrors.collect(from: { try super.validateForInsert() }, requireOpenDay)
  }

  /// Refuses any change except the first reversal of the line.
  ///
  /// - Throws: code 1550, and whatever the superclass throws.
  public override func validateForUpdate() throws {
    try ValidationErrors.collect(
      from: { try super.validateForUpdate() },
      {
        // Restored lodging is no longer given up, whatever was charged for it.
        let key = try self.keyChangedBesideReversal { $0 != "taxedBy" && $0 != "givenUp" }
        if let key { throw self.refusal("cannot change", key: key) }
      })
  }

  /// Refuses the deletion.
  ///
  /// - Throws: code 1550.
  public override func validateForDelete() throws {
    throw refusal("cannot be deleted", key: nil)
  }

  private func requireOpenDay() throws {
    // The superclass reports anything else that is missing.
    guard let campground = folio?.campground, let context = managedObjectContext else { return }
    if let closed = campground.lastClosedDay, date <= closed {
      throw ObjectGraphError(
        .managedObjectValidation,
        "\(date) is closed at \(campground.name) and takes no more lines",
        repair: "post the line to \(closed.advanced(by: 1))",
        entityName: "FolioEntry", objectID: objectID, key: "day", value: date.predicateConstant)
    }
    // Closing a day changes the campground, so outside a write transaction this conflict check
    // notices anyone who closes a day at the same time.
    if !context.isWatched(campground) { try context.detectConflicts(for: campground) }
  }

  private func refusal(_ what: String, key: String?) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation,
      "\"\(text)\" on folio \(folio?.code ?? "?") is posted and \(what)",
      repair: "reverse it and post another", entityName: "FolioEntry", objectID: objectID,
      key: key)
  }
}

extension FolioEntry {
  /// The position of the line on its folio, from 1. It never changes, because lines are only added;
  /// nil until the store has numbered the line.
  ///
  /// Costs a query.
  public var lineNumber: Int? {
    guard number > 0, let folio, let context = managedObjectContext else { return nil }
    let request = FolioEntry.fetchRequest()
    request.predicate = try? FetchPredicate(
      format: "folio == %@ AND number > 0 AND number <= %@", folio, number)
    return request.predicate.flatMap { _ in try? context.count(for: request) }
  }

  /// `line 3`
  package var lineWords: String {
    lineNumber.map { "line \($0)" } ?? "a line that is not saved yet"
  }

  /// Whether the line was written before another one; lines that the store has numbered come first.
  package func comesBefore(_ other: FolioEntry) -> Bool {
    switch (number > 0, other.number > 0) {
    case (true, true): number < other.number
    case (true, false): true
    case (false, true): false
    // Temporary references count down.
    case (false, false): objectID.reference > other.objectID.reference
    }
  }
}
