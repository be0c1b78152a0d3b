import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// A command that changes a stay or several, or previews the change with `dry-run`.
  ///
  /// - Parameters:
  ///   - subject: the argument that says which stays.
  ///   - verb: what was done, in the answer.
  ///   - change: makes the change.
  static func changing<Subject, each Value, Made: StayChanges>(
    _ name: String, aliases: [String] = [], synonyms: [String] = [], _ summary: String,
    _ subject: Argument<Session, Subject>,
    _ arguments: repeat Argument<Session, each Value>, details: String = "",
    refuses: String = "", examples: [String], done verb: String,
    change: @escaping @MainActor (ReservationService, Subject, repeat each Value) throws -> Made
  ) -> Self {
    typealias Action = @MainActor (ReservationService, Subject) throws -> Made
    let changes = Argument<Session, Action>.group(repeat each arguments) {
      (values: repeat each Value) in
      let values = (repeat each values)
      return { try change($0, $1, repeat each values) }
    }
    return Command<Session>(
      name, aliases: aliases, synonyms: synonyms, summary, subject, changes, .dryRun,
      details: details, refuses: refuses, examples: examples
    ) { session, subject, change, isTrial in
      try session.carryOut(verb, dryRun: isTrial) { try change($0, subject) }
    }
  }
}

/// What a service has changed: one stay, or several.
protocol StayChanges {
  var list: [StayChange] { get }
}

extension StayChange: StayChanges {
  var list: [StayChange] { [self] }
}

extension [StayChange]: StayChanges {
  var list: [StayChange] { self }
}

extension Session {
  /// Makes changes. With a user who can answer, they are first shown for confirmation, unless only
  /// the status changes; what is then done is exactly what was shown.
  func carryOut<Made: StayChanges>(
    _ verb: String, dryRun isTrial: Bool = false, _ change: (ReservationService) throws -> Made
  ) throws -> Answer {
    func call(_ service: ReservationService) throws -> [StayChange] { try change(service).list }
    guard !isTrial else { return answer(previewing: try reservations.preview(call)) }
    guard let ask else { return answer(try call(reservations), verb) }
    let shown = try reservations.preview(call)
    var isShown = false
    if shown.contains(where: \.needsConsent) {
      try write(answer(previewing: shown))
      guard ask(shown.count == 1 ? shown[0].question : "Go ahead?") else { return .nothingChanged }
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
    // The balances of shared bills after all changes.
    var bills: [GroupBill] = []
    for bill in changes.compactMap(\.groupBill) where changes.count > 1 {
      bills.removeAll { $0.name == bill.name }
      bills.append(bill)
    }
    return .messages(
      (texts + bills.map { "Group \($0.name): \($0.balance)" }).joined(separator: "\n"),
      records: changes.map(\.record))
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
