import Foundation
import ObjectGraph

/// Something that was sold, either paid for on the spot or charged to the bill of a stay.
///
/// Its money is in the ledger: in lines of the stay's folio, or of a folio of its own that is paid
/// in full. A sale cannot change. A mistake is reversed by another sale with the opposite quantity
/// and amount, on the day of the reversal.
public final class Sale: Numbered {
  package override class var letter: String { "S" }

  /// What was sold: the name of the item at the time, or the text entered for the sale.
  @Managed("text") public var text: String

  /// The number of pieces; negative for a reversal.
  @Managed("quantity") public var quantity: Int32

  /// The price of all pieces before tax, in minor units; negative for a reversal.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The business day.
  @Managed("day") public var date: CalendarDate

  /// The instant of the sale.
  @Managed("soldAt") public var soldAt: Date

  /// The employee's department at the time; nil for none.
  @Managed("department") public var department: String?

  /// The payment method; nil where the sale was charged to a stay.
  @Managed("method") public var method: PaymentMethod?

  /// Why the sale was reversed; nil where no reason was given.
  @Managed("reason") public var reason: String?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The item; nil for a sale under a text of its own.
  @Managed("item") public var item: Item?

  /// Who sold it; nil where nobody was named.
  @Managed("employee") public var employee: Employee?

  /// The stay that it was charged to; nil where it was paid on the spot.
  @Managed("reservation") public var reservation: Reservation?

  /// The ledger lines: the charge, its taxes, and the payment if it was paid for.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The sale that it reverses.
  @Managed("reverses") public var reverses: Sale?

  /// The sale that reverses it.
  @Managed("reversedBy") public var reversedBy: Sale?

  /// The price of all pieces before tax.
  public var amount: Money { Money(minorUnits: amountMinor, currency) }

  /// What was sold, with the number of pieces if there are several: `2 × firewood`.
  public var label: String { Self.label(text, quantity: quantity) }

  package static func label(_ text: String, quantity: Int32) -> String {
    quantity.magnitude == 1 ? text : "\(quantity.magnitude) × \(text)"
  }

  package var currency: Currency { campground?.currency ?? .usd }

  // MARK: Validation

  /// Refuses any change except the first reversal of the sale.
  ///
  /// - Throws: code 1550, and whatever the superclass throws.
  public override func validateForUpdate() throws {
    try ValidationErrors.collect(
      from: { try super.validateForUpdate() },
      {
        let key = try self.keyChangedBesideReversal()
        if let key { throw self.refusal("cannot change", key: key) }
      })
  }

  /// Refuses the deletion.
  ///
  /// - Throws: code 1550.
  public override func validateForDelete() throws {
    throw refusal("cannot be deleted", key: nil)
  }

  private func refusal(_ what: String, key: String?) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation, "sale \(code) \(what)", repair: "reverse it and sell it again",
      entityName: "Sale", objectID: objectID, key: key)
  }
}

extension Set<Sale> {
  /// The codes of the sales, in order.
  var codes: [String] { sorted { $0.number < $1.number }.map(\.code) }
}
