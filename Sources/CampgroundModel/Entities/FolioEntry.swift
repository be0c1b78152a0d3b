import Foundation
import ObjectGraph

/// A line of a folio. It cannot change; what was wrong is reversed by another line.
///
/// The class itself keeps it so, no matter who saves: a line for a closed day is refused, and so is
/// any change of a saved line but the first `reversedBy`, and its deletion.
///
///     line.amountMinor = 0
///     try context.save()      // throws: "firewood" on folio F-1 is posted and cannot change
public final class FolioEntry: ManagedObject {
  /// The number that the store gives, over all bills; lines are in its order.
  @Managed("number") public var number: Int64

  /// What it is for.
  @Managed("kind") public var kind: ChargeKind

  /// The words of the bill.
  @Managed("text") public var text: String

  /// The amount in minor units: above zero what the guest owes, negative what was paid.
  @Managed("amountMinor") public var amountMinor: Int64

  /// Midnight UTC of the business day, which was not closed when the line was written.
  @Managed("day") public var day: Date

  /// Midnight UTC of the day of the stay's bill that it posts: the night, or the day it came about;
  /// nil for a line that is in no bill.
  @Managed("night") public var night: Date?

  /// The name of the fee, the tax, the discount or the allowance, without a count; nil for others.
  @Managed("name") public var name: String?

  /// Midnight UTC of the first night of the week or month that the night was priced by; nil for
  /// others.
  @Managed("periodStart") public var periodStart: Date?

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

  /// The command that wrote it, with the other lines that it wrote; never nil in a saved line.
  @Managed("posting") public var posting: Posting?

  /// The line that it is a tax on, where that was charged by hand or sold; nil for others.
  @Managed("taxes") public var taxes: FolioEntry?

  /// The taxes on it, where it was charged by hand or sold.
  @Managed("taxedBy") public var taxedBy: Set<FolioEntry>

  /// The meter reading that it charges.
  @Managed("meterReading") public var meterReading: MeterReading?

  /// The voucher that it sells or redeems.
  @Managed("voucher") public var voucher: Voucher?

  /// The sale that it charges, taxes, pays or takes back.
  @Managed("sale") public var sale: Sale?

  /// The line that it takes back.
  @Managed("reverses") public var reverses: FolioEntry?

  /// The line that reverses it.
  @Managed("reversedBy") public var reversedBy: FolioEntry?

  /// The business day.
  public var date: CalendarDate { CalendarDate(midnightUTC: day) }

  /// The instant at which it was written.
  public var postedAt: Date { posting?.postedAt ?? .distantPast }

  /// The day of the stay's bill that it posts; nil for a line that is in no bill.
  public var nightDate: CalendarDate? { night.map { CalendarDate(midnightUTC: $0) } }

  /// The words of a line in the books of a day: a night is named by its date in those of another
  /// one.
  /// Bills do that by themselves with the nights of a week or a month.
  package func text(on day: CalendarDate) -> String {
    guard kind == .lodging, periodStart == nil, let night = nightDate, night != day,
      !text.contains("\(night)")
    else { return text }
    return "\(text) of \(night)"
  }

  /// As a line of the bill of a stay, which belongs to the night that it is for, whatever day it is
  /// in the books of; nil for what is in none.
  package var billLine: Bill.Line? {
    guard let nightDate, let kind = subject.kind.inBill else { return nil }
    let late = " of \(nightDate)"
    let words = text.hasSuffix(late) ? String(text.dropLast(late.count)) : text
    return Bill.Line(
      day: nightDate, kind: kind, name: name ?? "", text: words, amountMinor: amountMinor,
      taxGroup: taxGroup, period: nil)
  }

  /// Whether it neither reverses another line nor was reversed.
  package var stands: Bool { kind != .reversal && reversedBy == nil }

  /// What it is about: the line that a reversal takes back, or the line itself.
  package var subject: FolioEntry { kind == .reversal ? reverses ?? self : self }

  /// Whether money changed hands, or what did so was reversed, rather than being owed.
  public var isPayment: Bool { method != nil }

  /// The amount: above zero what the guest owes, negative what was paid.
  public var amount: Money {
    Money(minorUnits: amountMinor, folio?.campground?.currency ?? .usd)
  }

  // MARK: Validation

  /// Refuses a line for a closed day; the save fails, too, when the day is closed meanwhile.
  ///
  /// - Throws: code 1550, and as the superclass.
  public override func validateForInsert() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForInsert() }
    errors.collect { try requireOpenDay() }
    try errors.throwAll()
  }

  /// Refuses any change but that the line is reversed for the first time.
  ///
  /// - Throws: code 1550, and as the superclass.
  public override func validateForUpdate() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect {
      var changed = Set(changedValues().keys)
      if try committedValues(forKeys: ["reversedBy"])["reversedBy"] as? ManagedObject == nil {
        changed.remove("reversedBy")
      }
      changed.remove("taxedBy")
      if let key = changed.min() { throw refusal("cannot change", key: key) }
    }
    try errors.throwAll()
  }

  /// Refuses the deletion.
  ///
  /// - Throws: code 1550.
  public override func validateForDelete() throws {
    throw refusal("cannot be deleted", key: nil)
  }

  private func requireOpenDay() throws {
    // Whatever else is missing is told by the superclass.
    guard let campground = folio?.campground, let context = managedObjectContext else { return }
    if let closed = campground.closedThrough, day <= closed {
      throw ObjectGraphError(
        .managedObjectValidation,
        "\(date) is closed at \(campground.name) and takes no more lines",
        repair: "post the line to \(CalendarDate(midnightUTC: closed).advanced(by: 1))",
        entityName: "FolioEntry", objectID: objectID, key: "day", value: .date(day))
    }
    // Closing a day changes the campground. Outside of a write transaction, no matter who closes
    // one at the same time is noticed by that.
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
  /// The number of the line on its bill, from 1 on, which it keeps, since lines are only added; nil
  /// before the store has it.
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

  /// Whether it was written before another one: those with a number of the store come first.
  package func comesBefore(_ other: FolioEntry) -> Bool {
    switch (number > 0, other.number > 0) {
    case (true, true): number < other.number
    case (true, false): true
    case (false, true): false
    // Temporary references count downwards.
    case (false, false): objectID.reference > other.objectID.reference
    }
  }
}
