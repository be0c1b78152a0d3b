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

extension ValueType where Context == Session, Value == ReservationStatus {
  /// A status in words, `checked-in`, or by its stored name.
  static var reservationStatus: Self {
    let words = ReservationStatus.allCases.map {
      $0.words.replacingOccurrences(of: " ", with: "-")
    }
    return ValueType("STATUS", "status") { text in
      let word = try text.text()
      let key = word.lowercased().filter(\.isLetter)
      let status = ReservationStatus.allCases.first {
        [$0.words, $0.title].contains { $0.lowercased().filter(\.isLetter) == key }
      }
      if let status { return status }
      throw ValueFault(
        "status cannot be \"\(word)\"",
        hint: Suggestion.hint(for: word, in: words)
          ?? "choose from \(words.joined(separator: ", "))")
    }
    .choosing(from: words)
  }
}
