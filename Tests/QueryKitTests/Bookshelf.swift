import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import QueryKit
import Rendering
import XCTest

/// A session whose only commands are queries of a bookshelf.
///
///     title   year  price  read        author
///     Emma    1815  7.5    2020-02-29  Austen
///     Persuasion 1817 6     -          Austen
///     Dune    1965  9      2021-05-01  Herbert
///     Beowulf -     -      -           -         (a Poem of 3182 lines)
@MainActor
final class Bookshelf: WatchContext, VariableContext {
  nonisolated static let hasScratchPad = false

  let context: ManagedObjectContext
  let cellStyle: CellStyle
  var variables: [String: VariableValue] = [:]
  let hasUnsavedWork = false
  let format = OutputFormat.jsonl
  let answerOptions = Renderer.Options()
  let fullScreen: (@MainActor () throws -> any FullScreen)? = nil
  let isInputOver: @MainActor () -> Bool = { true }
  let isInterrupted = false
  private(set) var written = ""

  /// Opens the bookshelf.
  ///
  /// - Parameter style: how objects are shown; by default, authors by their names.
  init(
    _ style: CellStyle = CellStyle(
      label: { ((try? $0.value(forKey: "name")) ?? nil) as? String ?? "book" }, noun: { $0 })
  ) throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(with: .inMemory())
    context = ManagedObjectContext(mainQueueFor: coordinator)
    cellStyle = style
    try fill()
  }

  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Author") {
        AttributeDescription("name", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "author")
      }
      EntityDescription(
        "Book",
        subentities: [EntityDescription("Poem") { AttributeDescription("lines", .integer32) }]
      ) {
        AttributeDescription("title", .string)
        AttributeDescription("year", .integer16)
        AttributeDescription("price", .double)
        AttributeDescription("read", .date)
        AttributeDescription("bought", .integer32, isDayNumber: true)
        AttributeDescription("cover", .binaryData)
        RelationshipDescription("author", toOne: "Author", inverse: "books")
      }
    }
  }

  private func fill() throws {
    let austen = try insert("Author", ["name": "Austen"])
    let herbert = try insert("Author", ["name": "Herbert"])
    try context.save()
    // 2020-02-29 and 2021-05-01 are 6998 and 7425 days after 2001-01-01.
    let days = [6_998.0, 7_425].map { Date(timeIntervalSinceReferenceDate: $0 * 86_400) }
    for values: [String: Any] in [
      [
        "title": "Emma", "year": 1815, "price": 7.5, "read": days[0], "author": austen,
        "bought": 6_998, "cover": Data([1, 2, 3]),
      ],
      ["title": "Persuasion", "year": 1817, "price": 6.0, "author": austen],
      ["title": "Dune", "year": 1965, "price": 9.0, "read": days[1], "author": herbert],
    ] {
      _ = try insert("Book", values)
      try context.save()
    }
    _ = try insert("Poem", ["title": "Beowulf", "lines": 3_182])
    try context.save()
  }

  private func insert(_ entity: String, _ values: [String: Any]) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  // MARK: Session

  func warn(_ warning: Diagnostic) { XCTFail(warning.message) }

  func takeInterruption() {}

  func lookAround() throws -> Bool { false }

  func write(text: String) throws(Diagnostic) { written += text }

  func date(meantBy word: String) -> String? { word == "moon-landing" ? "1969-07-20" : nil }

  // MARK: Commands

  nonisolated private static let queries = QueryCommands<Bookshelf>(
    examples: ["count": ["count Book where year > 1900"]])

  nonisolated static let grammar = CommandGrammar<Bookshelf>(chapters: [
    CommandChapter(
      "Queries", queries.answers + [queries.watch] + queries.explanations + [.assignment])
  ])

  func parse(_ line: String) throws -> CommandKit.ParsedCommand<Bookshelf> {
    var lexer = Lexer()
    return try Self.grammar.parse(lexer.feed(line)[0], in: self)
  }

  /// Runs commands, and returns the last answer.
  @discardableResult
  func run(_ text: String, as format: OutputFormat = .jsonl) throws -> String {
    var script = ScriptReader(text)
    var answer = ""
    while let command = try script.next() {
      written = ""
      let given = try Self.grammar.parse(command, in: self).run(in: self)
      answer = written + AnswerText(format).text(of: given)
    }
    return answer
  }

  /// The rendered diagnostic that a command fails with.
  func fault(_ line: String) -> String {
    do {
      return "no fault: \(try run(line))"
    } catch let error as Diagnostic {
      return DiagnosticRenderer().render(error)
    } catch {
      return "\(error)"
    }
  }

  func candidates(_ line: String) -> [String] {
    Completer(Self.grammar, in: self).complete(line).candidates
  }
}
