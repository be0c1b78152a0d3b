/// What a status of the book means for a reservation.
enum BookStatus: Equatable {
  /// The stay was agreed; its dates decide the status.
  case agreed
  /// A request only.
  case asked(ReservationStatus)
  /// Canceled or otherwise ended.
  case ended(ReservationStatus)

  /// Reads a status, regardless of case and spaces; nil for an unknown one.
  ///
  /// The book writes "Reserved", and "Invalid" for what its service refused; its readers have
  /// written others. A hold is read as a request, because the book stores no expiry.
  init?(_ word: String) {
    switch word.filter(\.isLetter).lowercased() {
    case "reserved", "confirmed", "booked", "checkedin", "checkedout", "complete", "completed":
      self = .agreed
    case "draft": self = .asked(.draft)
    case "requested", "pending", "hold": self = .asked(.requested)
    case "canceled", "cancelled": self = .ended(.canceled)
    case "noshow": self = .ended(.noShow)
    case "declined", "invalid": self = .ended(.declined)
    case "expired": self = .ended(.expired)
    default: return nil
    }
  }
}
