import Foundation
import ObjectGraph

/// Something that was sold: to somebody who paid on the spot, or on the bill of a stay.
///
/// Its money is in the ledger: lines of the stay's folio, or of one of its own that is paid in
/// full.
/// A sale cannot change. What was wrong is reversed by another one with the opposite quantity and
/// amount, on the day on which that is done.
public final class Sale: ManagedObject {
  /// The number that the store gives, by which the sale is called: `S-7`; below 0 for one that
  /// waits in a scratch pad.
  @Managed("number") public var number: Int64

  /// What was sold: the name the item had, or the words it was sold under.
  @Managed("text") public var text: String

  /// The number of pieces; negative where a sale is reversed.
  @Managed("quantity") public var quantity: Int32

  /// What all pieces cost before tax, in minor units; negative where a sale is reversed.
  @Managed("amountMinor") public var amountMinor: Int64

  /// Midnight UTC of the business day.
  @Managed("day") public var day: Date

  /// The instant of the sale.
  @Managed("soldAt") public var soldAt: Date

  /// The department that the employee was in; nil for none.
  @Managed("department") public var department: String?

  /// How it was paid; nil where it was charged to a stay.
  @Managed("method") public var method: PaymentMethod?

  /// Why a sale was reversed, where that was said.
  @Managed("reason") public var reason: String?

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The item; nil for something that was sold under words of its own.
  @Managed("item") public var item: Item?

  /// Who sold it; nil where nobody is named.
  @Managed("employee") public var employee: Employee?

  /// The stay that it was charged to; nil where it was paid on the spot.
  @Managed("reservation") public var reservation: Reservation?

  /// The lines of the ledger: the charge, its taxes, and the payment of one that was paid.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The sale that it takes back.
  @Managed("reverses") public var reverses: Sale?

  /// The sale that reverses it.
  @Managed("reversedBy") public var reversedBy: Sale?

  /// The business day.
  public var date: CalendarDate { CalendarDate(midnightUTC: day) }

  /// What all pieces cost before tax.
  public var amount: Money { Money(minorUnits: amountMinor, currency) }

  /// The code that clerks use, `S-7`; one that waits in a scratch pad has a placeholder,
  /// `S-new1`.
  public var code: String { PlaceholderNumbers.code(of: self) }

  /// What was sold with the number of pieces where there are several: `2 × firewood`.
  public var label: String { Self.label(text, quantity: quantity) }

  package static func label(_ text: String, quantity: Int32) -> String {
    quantity.magnitude == 1 ? text : "\(quantity.magnitude) × \(text)"
  }

  package var currency: Currency { campground?.currency ?? .usd }

  // MARK: Validation

  /// Refuses any change but that the sale is reversed for the first time.
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

  private func refusal(_ what: String, key: String?) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation, "sale \(code) \(what)", repair: "reverse it and sell it again",
      entityName: "Sale", objectID: objectID, key: key)
  }
}

extension Sale: Numbered { package static let letter = "S" }
