import ObjectGraph

/// A guest, in whose name campsites are reserved.
public final class Camper: ManagedObject {
  /// The name; two campers may have the same.
  @Managed("fullName") public var fullName: String

  /// The phone number as entered.
  @Managed("phoneNumber") public var phoneNumber: String?

  /// The e-mail address.
  @Managed("email") public var email: String?

  /// The postal address, on one line.
  @Managed("address") public var address: String?

  /// The license plates of their vehicles.
  @Managed("plates") public var plates: String?

  /// The length of their rig in feet.
  @Managed("rigLength") public var rigLength: Int16?

  /// Free notes.
  @Managed("note") public var note: String?

  /// Whether the camper comes first in lists.
  @Managed("isFavorite") public var isFavorite: Bool

  /// The reservations in the camper's name, past and canceled ones included.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The folios that they pay.
  @Managed("folios") public var folios: Set<Folio>

  /// The vouchers in the camper's name.
  @Managed("vouchers") public var vouchers: Set<Voucher>

  /// The camper's waitlist entries.
  @Managed("waitlistEntries") public var waitlistEntries: Set<WaitlistEntry>

  /// The messages to them.
  @Managed("messages") public var messages: Set<Message>

  /// The name and contact details, one line each.
  package var addressLines: [String] { [fullName, address, phoneNumber, email].compactMap { $0 } }
}
