/// What a status of the book says of a reservation.
enum BookStatus: Equatable {
  /// The stay was agreed; what state it is in its dates say.
  case agreed
  /// It was only asked for.
  case asked(ReservationStatus)
  /// It came to nothing.
  case ended(ReservationStatus)

  /// Reads the word of a status, whatever its capitals and spaces.
  ///
  /// The book writes "Reserved", and "Invalid" for what its service refused; its readers wrote others. A
  /// hold of which nobody says when it ends is a request. A word that is not known is nil.
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
