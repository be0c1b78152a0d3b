import Campground
import CommandKit

/// A name for a stay: its code, its guest or its site.
@MainActor
final class StayName {
  /// The text that was typed, or the code found for it.
  private var word: String

  /// Whether the word is the name of a site, as in `site 15`; until the stay is found.
  private var isSite: Bool

  init(_ word: String, isSite: Bool = false) { (self.word, self.isSite) = (word, isSite) }

  /// Finds the stay that the name refers to.
  ///
  /// - Parameter verb: the command, which decides between several stays of a guest.
  /// - Throws: a fault that lists the matches if nobody can choose one.
  func find(in session: Session, for verb: String) throws -> Reservation {
    if !isSite, let code = CodeWord(word), code.kind != .reservation {
      throw try session.fault(ofCode: code)
    }
    do {
      guard !isSite else { throw ValueFault("no site \(word)") }
      return try session.reservation(word, for: verb.prefix { $0 != " " }.description)
    } catch let unknown as ValueFault where isSite || !isCode {
      // A group of that name has its own commands.
      guard isSite || (try? session.reservations.group(word)) == nil else { throw unknown }
      let stays = try session.stays(calledBy: word, isSite: isSite, for: verb)
      guard let first = stays.first else {
        if let site = try? session.campSites.find(word) {
          throw Self.nobody(on: site.name, for: verb)
        }
        throw unknown
      }
      let stay = stays.count == 1 ? first : try choose(from: stays, in: session)
      if !session.desk.isRepeating, stays.count == 1 {
        session.warn("\(word) is \(session.line(about: stay))", severity: .note)
      }
      (word, isSite) = (stay.code, false)
      return stay
    }
  }

  /// The fault for a site that has no stay now.
  private static func nobody(on site: String, for verb: String) -> ValueFault {
    ValueFault(
      verb == "checkin" ? "nobody is due on site \(site) today" : "nobody is on site \(site) today",
      hint: "\"reservation list site \(CommandText.quoted(site))\" lists its stays")
  }

  /// Whether the word can only be a code, such as R-9, even if there is no such stay.
  private var isCode: Bool { word.wholeMatch(of: /[Rr]-?[0-9]+/) != nil }

  /// Whether a verb applies to a stay in its state.
  static func isFit(_ stay: Reservation, for verb: String) -> Bool {
    guard let state = stay.state else { return false }
    return switch verb {
    case "checkin", "noshow", "late", "cancel": state == .reserved
    case "checkout", "checkin undo": state == .checkedIn
    case "checkout undo": state == .checkedOut
    case "accept", "expire": state == .draft || state == .hold || state == .requested
    case "decline": state == .requested
    case "hold": state == .draft || state == .hold
    case "reinstate": state.isCalledOff
    case "pay", "refund": true
    default: !state.isFinal
    }
  }

  private func choose(from stays: [Reservation], in session: Session) throws -> Reservation {
    let question = "\(stays.count) reservations match \"\(word)\":"
    let lines = stays.map { session.line(about: $0) }
    guard let choose = session.choose else {
      let few = lines.prefix(Self.mostListed).map { "\n  \($0)" }.joined()
      let more = lines.count > Self.mostListed ? "\n  …" : ""
      throw ValueFault(
        question + few + more,
        hint: Suggestion.hint(of: stays.prefix(3).map(\.code)))
    }
    guard let chosen = choose(question, lines), let index = lines.firstIndex(of: chosen) else {
      throw ValueFault(
        "\"\(word)\" is more than one reservation, and none was chosen",
        hint: Suggestion.hint(of: stays.prefix(3).map(\.code)))
    }
    return stays[index]
  }

  /// The largest number of stays that an error lists.
  private static let mostListed = 9
}

extension Session {
  /// The fault of a code of something else where a stay is meant: `W-1 is the waitlist entry of Ted
  /// Baker, not a reservation`.
  fileprivate func fault(ofCode word: CodeWord) throws -> ValueFault {
    guard let object = try finder.object(with: word) else {
      let site = (try? campSites.find(word.code)).map { CommandText.quoted($0.name) }
      return ValueFault(
        "no \(word.kind) \(word.code)",
        hint: site.map { "for the site of that name, write site \($0)" })
    }
    let (what, hint): (String, String?) =
      switch object {
      case let entry as WaitlistEntry:
        (
          "the waitlist entry of \(entry.camper?.fullName ?? "a camper")",
          "\"waitlist show \(word.code)\" shows it"
        )
      case let sale as Sale: ("the sale of \(sale.label)", "\"sale show \(word.code)\" shows it")
      case let folio as Folio:
        ("a folio", Suggestion.hint(of: Array(folio.stays.prefix(3).map(\.code))))
      case is Message: ("a message", "\"outbox show \(word.code)\" shows it")
      default: ("a \(word.kind)", "\"\(word.kind) show \(word.code)\" shows it")
      }
    return ValueFault("\(word.code) is \(what), not a reservation", hint: hint)
  }

  /// The stays of a guest or on a site that a command can apply to; past stays only if there are no
  /// others.
  fileprivate func stays(
    calledBy word: String, isSite: Bool, for verb: String
  ) throws -> [Reservation] {
    let today = try today()
    let site = try? campSites.find(word)
    let ofSite = try site.map { site in
      try reservations.reservations(site: site).filter {
        $0.state?.occupiesNights == true && !$0.isOver(on: today)
          && $0.arrival <= today && ($0.state == .checkedIn || $0.site(on: today).site === site)
      }
    }
    let ofGuest = try isSite ? [] : campers.all(byPart: word).flatMap(\.reservations)
    let all = ((ofSite ?? []) + ofGuest).filter { !$0.isTakenBack }
    let sorted = Array(Set(all)).sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
    let fitting = sorted.filter { StayName.isFit($0, for: verb) }
    let current = fitting.filter { !$0.isOver(on: today) && $0.departure >= today }
    let here = current.filter { $0.arrival <= today }
    // A guest who is checked in arrives today, whatever the guest booked for later.
    if verb == "checkin", !here.isEmpty { return here }
    let open = sorted.filter { !$0.isOver(on: today) }
    return [current, fitting, open, sorted].first { !$0.isEmpty } ?? []
  }

  /// `R-1 · Johnny Appleseed · site 15 · 2026-07-01 to 2026-07-04`
  fileprivate func line(about stay: Reservation) -> String {
    [
      stay.code, stay.camper?.fullName, stay.siteName.map { "site \($0)" },
      stay.dates.map { "\($0)" },
    ].compactMap { $0 }.joined(separator: " · ")
  }
}
