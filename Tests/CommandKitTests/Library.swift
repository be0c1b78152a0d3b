import CommandKit
import Foundation
import Rendering

/// A library's session, whose commands use no store.
@MainActor
final class Library: CommandContext {
  var variables: [String: VariableValue] = [:]

  /// The titles in the library.
  var titles = ["Emma", "Dune", "War and Peace"]

  nonisolated static let grammar = CommandGrammar<Library>(
    chapters: chapters, linkingWords: ["from", "the"])

  /// The grammar with dashes before option names, as on a command line.
  nonisolated static let dashedGrammar = CommandGrammar<Library>(
    chapters: chapters, optionPrefix: "--")

  nonisolated private static let chapters: [CommandChapter<Library>] =
    [
      CommandChapter(
        "Books",
        [
          Command(
            "book lend", aliases: ["lend"], synonyms: ["check out", "loan"],
            "Lend a book to a reader",
            .required("title", .book), .requiredOption("to", .text, "the reader"),
            .option("days", .integer(in: 1...28), "for how many days"),
            .flag("again", "whether it was lent to the reader before"),
            examples: ["lend Emma to Ada days 14"]
          ) { _, book, reader, days, isAgain in
            .text(
              "\(book.title) to \(reader) for \(days.map(String.init) ?? "some") days"
                + (isAgain ? " again" : ""))
          },
          Command(
            "book edit", "Change a book", .required("title", .book),
            .clearable("note", .text, "what there is to say"),
            .option("shelf", .oneOf(Shelf.self), "where it stands"),
            .flag("novelty", "whether it is new")
          ) { _, book, note, shelf, _ in
            let note = note.map { $0 ?? "none" } ?? "as it was"
            return .text("\(book.title): note \(note), shelf \(shelf?.rawValue ?? "as it was")")
          },
          Command(
            "book move", "Move books", .step
          ) { _, step in .text("\(step)") },
        ]),
      CommandChapter(
        "Shelves",
        [
          Command(
            "shelve", "Put books on a shelf", .optional("shelf", .oneOf(Shelf.self, "SHELF")),
            .option("titles", .titles, "the books"), .option("row", .integer(), "which row")
          ) { _, shelf, titles, row in
            .text(
              "\((titles ?? []).joined(separator: "+")) on \(shelf?.rawValue ?? "any")"
                + (row.map { " row \($0)" } ?? ""))
          }
        ]),
      CommandChapter(
        "Shell",
        [
          Command("say", "Say something", .optional("words", .rest("WORDS", "the words"))) {
            _, words in .text(words ?? "nothing")
          }
        ]),
    ]

  nonisolated static let help = HelpText(
    grammar,
    overview: (introduction: "A library.", everyday: ["lend", "say"], closing: "bye"),
    pages: ["about": "A library."], prompt: "library> ")

  enum Shelf: String, CaseIterable, Sendable { case novels, essays }

  enum Step: Sendable {
    case up(Int)
    case down(Int)
  }

  struct Book { let title: String }

  /// Runs a command, and returns its answer as text.
  func run(_ line: String) throws -> String { try run(try parse(line)) }

  /// Runs a command, and returns its answer as text.
  func run(_ command: ParsedCommand<Library>) throws -> String {
    AnswerText(.table).text(of: try command.run(in: self)).trimmingCharacters(in: .newlines)
  }

  func parse(
    _ line: String, by grammar: CommandGrammar<Library> = grammar
  ) throws -> ParsedCommand<Library> {
    var lexer = Lexer()
    return try grammar.parse(lexer.feed(line)[0], in: self)
  }

  /// The rendered diagnostic that a command fails with.
  func fault(_ line: String, by grammar: CommandGrammar<Library> = grammar) -> String {
    do {
      return "no fault: \(try run(parse(line, by: grammar)))"
    } catch let error as Diagnostic {
      return DiagnosticRenderer().render(error)
    } catch {
      return "\(error)"
    }
  }
}

extension ValueType where Context == Library, Value == Library.Book {
  /// A book in the library, looked up when the command runs.
  static var book: Self {
    found("TITLE", "the book's title", .name) { text in
      let title = try text.word()
      return { library in
        guard library.titles.contains(title) else {
          throw ValueFault(
            "there is no book \"\(title)\"", hint: Suggestion.hint(for: title, in: library.titles))
        }
        return Library.Book(title: title)
      }
    }
    .completing { _, library in library.titles }
  }
}

extension ValueType where Context == Library, Value == [String] {
  /// One or more titles.
  static var titles: Self {
    ValueType("TITLE...", "titles", .name, extent: .list) { text in
      try text.tokens.map { try text.word($0) }
    }
  }
}

extension Argument where Context == Library, Value == Library.Step {
  /// The distance and direction to move books.
  static var step: Self {
    let up = Argument<Library, Int?>.option("up", .integer())
    let down = Argument<Library, Int?>.option("down", .integer())
    return .oneOf(up.map { $0.map(Library.Step.up) }, down.map { $0.map(Library.Step.down) })
  }
}
