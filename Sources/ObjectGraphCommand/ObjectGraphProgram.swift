import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The program `objectgraph`: one command about models and stores, from its arguments.
@MainActor
struct ObjectGraphProgram {
  private let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Runs the command; the status is the program's.
  func run() -> ExitStatus {
    do {
      try answer()
      return .success
    } catch {
      let width = isatty(STDERR_FILENO) == 0 ? nil : Self.terminalWidth
      let text = DiagnosticRenderer(width: width).render(error)
      FileHandle.standardError.write(Data((text + "\n").utf8))
      return error.exitStatus
    }
  }

  private func answer() throws(Diagnostic) {
    let output = DescriptorDestination(descriptor: STDOUT_FILENO, name: "standard output")
    let (words, format) = try takeFormat()
    let tool = Tool(help: Self.help)
    guard !words.isEmpty, words != ["--help"] else {
      try output.write(Self.help.overview + "\n")
      return
    }
    let asked = words.contains("--help") ? ["help"] + words.prefix { !$0.hasPrefix("-") } : words
    let command = try Self.grammar.parse(try text(of: asked), in: tool)
    let answer: Answer
    do {
      answer = try command.run(in: tool)
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch let error as ObjectGraphError {
      throw Diagnostic(error)
    } catch {
      throw Diagnostic("\(error)", file: "objectgraph", exitStatus: .software)
    }
    let options = Renderer.Options(
      width: isatty(STDOUT_FILENO) == 0 ? nil : Self.terminalWidth, usesColor: false)
    try output.write(AnswerText(format, options: options).text(of: answer))
  }

  /// The arguments without `--output FORMAT`, which any command takes.
  private func takeFormat() throws(Diagnostic) -> (words: [String], format: OutputFormat) {
    var words = arguments
    guard let index = words.firstIndex(where: { $0 == "--output" || $0.hasPrefix("--output=") })
    else { return (words, isatty(STDOUT_FILENO) == 0 ? .plain : .box) }
    var name = words.remove(at: index)
    if name == "--output" {
      name = words.indices.contains(index) ? words.remove(at: index) : ""
    } else {
      name.removeFirst("--output=".count)
    }
    guard let format = OutputFormat(rawValue: name) else {
      let known = OutputFormat.allCases.map(\.rawValue)
      throw Diagnostic(
        "--output expects \(known.joined(separator: ", ")), not \"\(name)\"",
        hint: Suggestion.hint(for: name, in: known), file: "objectgraph", exitStatus: .usage)
    }
    return (words, format)
  }

  /// The arguments as one command, each of them one word of it.
  private func text(of words: [String]) throws(Diagnostic) -> CommandText {
    // `--to=model` is `--to model`.
    let parts = words.flatMap { word -> [String] in
      guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
      return [String(word[..<sign]), String(word[word.index(after: sign)...])]
    }
    let line = parts.map { $0.hasPrefix("--") ? $0 : CommandText.quoted($0) }
      .joined(separator: " ")
    var reader = ScriptReader(line)
    guard let command = try reader.next() else {
      throw Diagnostic("there is no command", hint: "see objectgraph --help", exitStatus: .usage)
    }
    return command
  }

  private static var terminalWidth: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  // MARK: The commands

  static let grammar = CommandGrammar<Tool>(
    chapters: [
      CommandChapter("Versions and migration", called: ["migration"], [.migrate, .diff]),
      CommandChapter("Help", [.help]),
    ])

  static let help = HelpText(
    grammar,
    overview: HelpText.Overview(
      introduction: """
        usage: objectgraph COMMAND [--output FORMAT]
        For developers: compares models, and migrates stores of ObjectGraph and of Core Data.
        """,
      everyday: ["migrate", "diff"],
      closing: """
        A MODEL is an .xcdatamodeld, an .xcdatamodel, or a store, for the model that it carries.
        FORMAT is one of \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).
        """),
    pages: [:], prompt: "objectgraph ")
}

/// What the commands work with.
@MainActor
final class Tool: CommandContext {
  let variables: [String: VariableValue] = [:]
  let help: HelpText<Tool>

  init(help: HelpText<Tool>) { self.help = help }
}

extension Command where Context == Tool {
  static var help: Self {
    Command(
      "help", "Explain a command", .optional("topic", .rest("TOPIC", "command")),
      examples: ["help migrate"]
    ) { tool, topic in .text(try tool.help.answer(about: topic)) }
  }
}

extension Diagnostic {
  /// An error of the engine, with those that it gathers.
  init(_ error: ObjectGraphError) {
    let causes = error.underlyingErrors.map { "\n- \($0.message)" }.joined()
    let isInput: [ObjectGraphError.Code] = [.fileReadNoSuchFile, .fileReadUnknown]
    self.init(
      error.message + causes, hint: error.repair, file: "objectgraph",
      exitStatus: isInput.contains(error.code) ? .noInput : .data)
  }
}
