import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that finds things by words.
  static var find: Self {
    Command(
      "find", synonyms: ["search", "look up"], "Find campers, sites, groups, stays and payments",
      .required("words", .restBeforeOptions("TEXT", "words to look for")),
      .option("limit", .integer(in: 1...Int.max), "most results"),
      details: """
        Each word has to begin a word of a name, an e-mail address, a loop, a type, a note or a \
        payment reference such as a slip number, or be part of a phone number; capitals and \
        accents do not matter. The rest of the line is looked for, except for options at its end; \
        quotes are not needed. Guests come with their stays, and payments with their reservation. \
        A code, such as R-7, S-7 or W-7, finds what has it.
        """,
      examples: ["find apple", "find apple 555 limit 10", "find 4242", "find R-7"], answering: .data
    ) { session, words, limit in
      let found = try session.finder.find(words, limit: limit ?? 0)
      let isForPrograms = session.format.isForPrograms
      let columns: [ListColumn<Finding>] = [
        .init("kind") { .text($0.kind) },
        .init("name") { .text(isForPrograms ? $0.name : Self.name(of: $0)) },
        .init("guest") { Cell($0.guest) },
        .init("stay") { Cell(Self.stay(of: $0)) },
        .init("found in", rank: .aside) { finding in
          .text(finding.places.map { "\($0.attribute): \($0.text)" }.joined(separator: ", "))
        },
      ]
      let table = columns.table(of: found)
      guard found.isEmpty else {
        var unused: Set<String> = []
        if !isForPrograms { unused.insert("guest") }
        if !found.contains(where: { Self.stay(of: $0) != nil }) { unused.insert("stay") }
        return .table(
          table.keepingColumns { !unused.contains(table.columns[$0].name) }, empty: "")
      }
      let hint = Suggestion.hint(of: try session.finder.suggestions(for: words))
      if isForPrograms {
        // Programs read the answer; who started them reads what is beside it.
        session.warn("nothing found for \"\(words)\"", hint: hint)
      }
      let lines = ["Nothing found for \"\(words)\"", hint.map { "hint: \($0)" }]
      return .table(table, empty: lines.compactMap { $0 }.joined(separator: "\n"))
    }
  }

  /// The name for people, with the guest of a stay: `R-1 · Johnny Appleseed`.
  private static func name(of finding: Finding) -> String {
    [finding.name, finding.guest].compactMap { $0 }.joined(separator: " · ")
  }

  /// The site and the dates of a stay that was found, `15, 2026-07-01 to 2026-07-04`, or the codes
  /// of the stays of a group or a bill.
  @MainActor
  private static func stay(of finding: Finding) -> String? {
    switch finding.object {
    case let group as ReservationGroup: return group.stays.map(\.code).listed(most: 5)
    case let folio as Folio: return folio.stays.map(\.code).listed(most: 5)
    default: break
    }
    guard let stay = finding.object as? Reservation else { return nil }
    return [stay.siteWords, stay.dates.map { "\($0)" }].compactMap { $0 }.joined(separator: ", ")
  }
}
