import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// A command that changes one stay, or previews the change with `dry-run`.
  ///
  /// - Parameters:
  ///   - verb: what was done, in the answer.
  ///   - change: makes the change.
  static func changing<each Value>(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], _ summary: String,
    _ arguments: repeat Argument<Session, each Value>, details: String = "",
    refuses: String = "", examples: [String], done verb: String,
    change:
      @escaping @MainActor (ReservationService, Reservation, repeat each Value) throws ->
      StayChange
  ) -> Self {
    typealias Action = @MainActor (ReservationService, Reservation) throws -> StayChange
    let changes = Argument<Session, Action>.group(repeat each arguments) {
      (values: repeat each Value) in
      let values = (repeat each values)
      return { try change($0, $1, repeat each values) }
    }
    return Command<Session>(
      name, aliases: aliases, synonyms: synonyms, summary, .stay, changes, .dryRun,
      details: details, refuses: refuses, examples: examples
    ) { session, stay, change, isTrial in
      try session.carryOut(verb, dryRun: isTrial) { service -> StayChange in
        try change(service, stay)
      }
    }
  }
}

extension Session {
  /// Carries out a change of one stay.
  func carryOut(
    _ verb: String, dryRun isTrial: Bool = false,
    _ call: (ReservationService) throws -> StayChange
  ) throws -> Answer {
    try carryOut(verb, dryRun: isTrial) { service -> [StayChange] in
      [try call(service)]
    }
  }

  /// Makes changes. With a user who can answer, they are first shown for confirmation, unless only
  /// the status changes; what is then done is exactly what was shown.
  func carryOut(
    _ verb: String, dryRun isTrial: Bool = false,
    _ call: (ReservationService) throws -> [StayChange]
  ) throws -> Answer {
    guard !isTrial else { return answer(previewing: try reservations.preview(call)) }
    guard let ask else { return answer(try call(reservations), verb) }
    let shown = try reservations.preview(call)
    var isShown = false
    if shown.contains(where: \.needsConsent) {
      try write(answer(previewing: shown))
      let owing = shown.count == 1 ? shown[0].leftOwing : nil
      let guest = shown[0].after.guest ?? shown[0].code
      let question = owing.map { "\(guest) owes \($0). Check out anyway?" } ?? "Go ahead?"
      guard ask(question) else { return .text("Nothing changed\n") }
      isShown = true
    }
    return answer(try call(reservations.accepting(shown)), verb, beside: isShown ? shown : [])
  }

  /// The answer for changes that were only previewed.
  func answer(previewing changes: [StayChange]) -> Answer { answer(changes, nil) }

  /// - Parameters:
  ///   - verb: what was done; nil for a preview.
  ///   - shown: the preview shown before, which is not repeated.
  private func answer(
    _ changes: [StayChange], _ verb: String?, beside shown: [StayChange] = []
  ) -> Answer {
    for change in changes
    where verb != nil && change.after.status == .checkedIn && change.before?.status == .reserved {
      warnOfReadiness(of: change.code)
    }
    let texts = changes.enumerated().map { place, change in
      var change = change
      let known = shown.indices.contains(place) ? shown[place] : nil
      // The balance of a shared bill is only final after the last change.
      if changes.count > 1 { change.groupBill = nil }
      return change.text(done: verb, beside: known)
    }
    guard let first = changes.first, changes.count == 1 else {
      // The balances of shared bills after all changes.
      var bills: [GroupBill] = []
      for bill in changes.compactMap(\.groupBill) {
        bills.removeAll { $0.name == bill.name }
        bills.append(bill)
      }
      return .messages(
        (texts + bills.map { "Group \($0.name): \($0.balance)" }).joined(separator: "\n"),
        records: changes.map(\.record))
    }
    return .message(texts[0], record: first.record)
  }

  // MARK: Lists of several changes

  /// The stays that made room for several new ones, as a list of an answer; empty for none.
  static func moveLists(of changes: [StayChange]) -> [(String, ResultTable)] {
    list("moves", of: "move", changes.flatMap(\.moves).map(\.description))
  }

  /// The waitlist entries that are offered the freed nights, and those that the bookings went ahead
  /// of.
  static func waitlistLists(of changes: [StayChange]) -> [(String, ResultTable)] {
    list("waitlist", of: "waitlist", changes.flatMap(\.waitlistLines))
  }

  private static func list(
    _ title: String, of column: String, _ lines: [String]
  ) -> [(String, ResultTable)] {
    guard !lines.isEmpty else { return [] }
    return [(title, ResultTable(columns: [.init(column)], rows: lines.map { [.text($0)] }))]
  }
}
