import Campground
import CommandKit
import Foundation
import Rendering

extension ReservationStatus {
  /// The status as a title for people: `Checked in`, `On hold`.
  var title: String {
    self == .hold ? "On hold" : words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Session {
  /// The present status of a stay: words for people, a word of the store for programs. A hold that
  /// ended has expired, and a booking that was undone is told from a cancellation.
  func statusCell(of stay: Reservation) -> Cell {
    guard let state = stay.state(at: clock.now) else { return .text(stay.status) }
    if format.isForPrograms { return .text(state.rawValue) }
    return .text(stay.isTakenBack ? "Taken back" : state.title)
  }
}

/// What a list of reservations is asked for by a status.
enum ListedStatus: Equatable {
  case status(ReservationStatus)
  /// The booking was undone.
  case takenBack

  /// The status of the reservations; nil for any.
  var stored: ReservationStatus? {
    if case .status(let status) = self { status } else { nil }
  }
}

extension ValueType where Context == Session, Value == ListedStatus {
  /// A status in words, `checked-in`, or by its stored name; or `taken-back`.
  static var listedStatus: Self {
    let takenBack = "taken-back"
    let words =
      ReservationStatus.allCases.map { $0.words.replacingOccurrences(of: " ", with: "-") }
      + [takenBack]
    return ValueType("STATUS", "status") { text in
      let word = try text.text()
      let key = word.lowercased().filter(\.isLetter)
      if key == takenBack.filter(\.isLetter) { return .takenBack }
      let status = ReservationStatus.allCases.first {
        [$0.words, $0.title].contains { $0.lowercased().filter(\.isLetter) == key }
      }
      if let status { return .status(status) }
      throw ValueFault(
        "status cannot be \"\(word)\"",
        hint: Suggestion.hint(for: word, in: words)
          ?? "choose from \(words.joined(separator: ", "))")
    }
    .choosing(from: words)
  }
}
