import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that finds things by words.
  static var find: Self {
    Command(
      "find", synonyms: ["search", "look up"], "Find campers, sites, stays and payments",
      .required("words", .text("TEXT", "words to look for")),
      .option("limit", .integer(in: 1...Int.max), "most results"),
      details: """
        Each word has to begin a word of a name, an e-mail address, a loop, a type, a note, a code \
        or a payment reference such as a slip number, or be part of a phone number; capitals and \
        accents do not matter. Put several words in quotes. A payment comes with its reservation.
        """,
      examples: ["find apple", "find \"apple 555\" limit 10", "find 4242"]
    ) { session, words, limit in
      let found = try session.finder.find(words, limit: limit ?? 0)
      let columns: [ListColumn<Finding>] = [
        .init("kind") { .text($0.kind) }, .init("name") { .text($0.name) },
        .init("stay") { Cell(Self.stay(of: $0)) },
        .init("found in", isAside: true) { finding in
          .text(finding.places.map { "\($0.attribute): \($0.text)" }.joined(separator: ", "))
        },
      ]
      let table = columns.table(of: found)
      guard found.isEmpty else {
        let hasStays = found.contains { Self.stay(of: $0) != nil }
        return .table(
          hasStays ? table : table.keepingColumns { table.columns[$0].name != "stay" }, empty: "")
      }
      let hint = Suggestion.hint(of: try session.finder.suggestions(for: words))
      if session.format.isForPrograms {
        // Programs read the answer; who started them reads what is beside it.
        session.warn("nothing found for \"\(words)\"", hint: hint)
      }
      let lines = ["Nothing found for \"\(words)\"", hint.map { "hint: \($0)" }]
      return .table(table, empty: lines.compactMap { $0 }.joined(separator: "\n"))
    }
  }

  /// The site and the dates of a stay that was found, `15, 2026-07-01 to 2026-07-04`.
  @MainActor
  private static func stay(of finding: Finding) -> String? {
    guard let stay = finding.object as? Reservation else { return nil }
    return [stay.siteWords, stay.dates.map { "\($0)" }].compactMap { $0 }.joined(separator: ", ")
  }
}
