import Campground
import CommandKit

/// Completions for a reservation: by code, or by its guest, and only those that fit the command.
extension Session {
  /// The most stays to offer: nobody can choose from more than a screenful.
  private static let mostStays = 100

  /// The stays that complete a value, those that arrive first at the top.
  ///
  /// If they cannot be read, there are none; the command itself reports the error.
  func stayCandidates(_ value: ValueBeginning<Session>) -> [CompletionCandidate] {
    let command = value.command
    let isUndoing = value.options.contains("undo")
    let verb = (command?.words.last ?? "") + (isUndoing ? " undo" : "")
    // What only shows something takes any stay.
    let isAny = command.map { $0.content != .message } ?? true
    let (stays, isMeant) = (try? self.stays(begunWith: value.beginning)) ?? ([], false)
    let fitting = stays.filter { isAny || StayName.isFit($0, for: verb) && isOwing($0, verb) }
    let due = verb == "checkin" ? fitting.filter { isDue($0) } : fitting
    return (due.isEmpty ? fitting : due).map { stay in
      CompletionCandidate(stay.code, note: note(on: stay, for: verb), isMeant: isMeant)
    }
  }

  /// The stays with a code or of a guest, and whether the guest was typed.
  private func stays(begunWith text: String) throws -> ([Reservation], isMeant: Bool) {
    if let digits = text.wholeMatch(of: #/(?i:R?-?)([0-9]*)/#)?.1 {
      return (try reservations.stays(numbered: String(digits), limit: Self.mostStays), false)
    }
    let guests = try campers.campers(begunWith: text, limit: Self.mostStays)
    let stays = guests.flatMap(\.reservations).filter { !$0.isTakenBack }.sorted {
      ($0.arrival, $0.number) < ($1.arrival, $1.number)
    }
    return (Array(stays.prefix(Self.mostStays)), true)
  }

  private func isDue(_ stay: Reservation) -> Bool {
    (try? today()).map { stay.arrival <= $0 } ?? true
  }

  /// Whether a stay has a bill that the verb is for.
  private func isOwing(_ stay: Reservation, _ verb: String) -> Bool {
    switch verb {
    case "pay": (try? folios.balance(of: stay)).map { $0.owed.amount > 0 } ?? true
    case "refund": (try? folios.balance(of: stay)).map { $0.paid.amount > 0 } ?? true
    default: true
    }
  }

  /// `Johnny Appleseed · site 4 · arrives today`
  private func note(on stay: Reservation, for verb: String) -> String {
    let today = try? today()
    func day(_ date: CalendarDate) -> String { date == today ? "today" : "\(date)" }
    let owed = verb == "pay" ? (try? folios.balance(of: stay)).map { "owes \($0.owed)" } : nil
    let standing =
      switch stay.state {
      case .reserved?: "arrives \(day(stay.arrival))"
      case .checkedIn?: "leaves \(day(stay.leavingDay))"
      case let state: "\(state?.title ?? "") \(stay.arrival)"
      }
    return [stay.camper?.fullName, stay.siteName.map { "site \($0)" }, owed ?? standing]
      .compactMap { $0 }.joined(separator: " · ")
  }
}
