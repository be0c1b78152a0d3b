import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that finds things by words.
  static var find: Self {
    Command(
      "find", "Find campers, sites, stays and payments by a few words",
      .required("words", .text("TEXT", "the words to look for")),
      .option("limit", .integer(in: 1...Int.max), "the number of finds at most"),
      details: """
        Each word has to be the beginning of a word in a name, an e-mail address, a loop, a type, a \
        note, a code or the reference of a payment, as the number of its slip, or a part of a phone \
        number; capitals and accents do not matter. Several words stand in quotes. A payment is \
        shown with the reservation that it is for.
        """,
      examples: ["find apple", "find \"apple 555\" limit 10", "find 4242"]
    ) { session, words, limit in
      let found = try session.finder.find(words, limit: limit ?? 0)
      let table = ResultTable(
        columns: [.init("kind"), .init("name"), .init("found in", isAside: true)],
        rows: found.map { finding in
          let places = finding.places.map { "\($0.attribute): \($0.text)" }
          return [.text(finding.kind), .text(finding.name), .text(places.joined(separator: ", "))]
        })
      guard found.isEmpty else { return .table(table, empty: "") }
      let hint = Suggestion.hint(of: try session.finder.suggestions(for: words))
      if session.format.isForPrograms {
        // Programs read the answer; who started them reads what is beside it.
        session.warn(
          Diagnostic("nothing found for \"\(words)\"", hint: hint, severity: .warning))
      }
      let lines = ["Nothing found for \"\(words)\"", hint.map { "hint: \($0)" }]
      return .table(table, empty: lines.compactMap { $0 }.joined(separator: "\n"))
    }
  }
}
