import CommandKit
import Foundation
import ObjectGraph
import QueryKit
import Rendering

/// The `objectgraph` program, which runs the command given by its arguments.
@MainActor
struct ObjectGraphProgram {
  nonisolated static let name = "objectgraph"

  private let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Runs the command, and returns the program's exit status.
  func run() -> ExitStatus {
    do {
      return try answer()
    } catch {
      let width = isatty(STDERR_FILENO) == 0 ? nil : Self.terminalWidth
      let text = DiagnosticRenderer(width: width).render(error)
      FileHandle.standardError.write(Data((text + "\n").utf8))
      return error.exitStatus
    }
  }

  private func answer() throws(Diagnostic) -> ExitStatus {
    let output = DescriptorDestination(descriptor: STDOUT_FILENO, name: "standard output")
    let line = try CommandLineWords(arguments)
    switch line.request {
    case .overview: try output.write(Self.help.overview + "\n")
    case .version: try output.write("\(Self.name) \(ProductVersion.text)\n")
    case .command(let text):
      let format = line.format ?? (isatty(STDOUT_FILENO) == 0 ? .plain : .box)
      let tool = Tool(help: Self.help, format: format)
      let answer = try run(text, in: tool)
      let options = Renderer.Options(
        width: isatty(STDOUT_FILENO) == 0 ? nil : Self.terminalWidth, usesColor: false)
      try output.write(AnswerText(format, options: options).text(of: answer))
      if case .incomplete(_, let fault) = answer {
        throw fault.ofProgram(withStatus: fault.exitStatus)
      }
      return tool.status
    }
    return .success
  }

  private func run(_ text: CommandText, in tool: Tool) throws(Diagnostic) -> Answer {
    let command: ParsedCommand<Tool>
    do {
      command = try Self.grammar.parse(text, in: tool)
    } catch {
      throw error.ofProgram(withStatus: .usage)
    }
    for _ in 0..<Self.mostAttempts {
      do throws(Diagnostic) {
        let answer = try run(command, in: tool)
        if !tool.mayBeInconsistent { return answer }
      } catch {
        guard tool.mayBeInconsistent else { throw error }
      }
    }
    throw Diagnostic(
      "another program keeps changing the store", hint: "try again when it is done",
      file: Self.name, exitStatus: .temporaryFailure)
  }

  /// How often a store is read again that another program changes.
  private static let mostAttempts = 5

  private func run(
    _ command: ParsedCommand<Tool>, in tool: Tool
  ) throws(Diagnostic) -> Answer {
    do {
      return try command.run(in: tool)
    } catch let diagnostic as Diagnostic {
      throw diagnostic.ofProgram(
        withStatus: diagnostic.exitStatus,
        orHint: command.command.isQuery ? "see \"help predicate\"" : nil)
    } catch let error as ObjectGraphError {
      let backup = command.argument(named: "backup").flatMap { try? $0.text() }
      throw Diagnostic(
        error, writing: backup.map { [URL(fileURLWithPath: $0).path] } ?? [],
        canWait: command.command.option(named: "timeout") != nil)
    } catch {
      throw Diagnostic("\(error)", file: Self.name, exitStatus: .software)
    }
  }

  private static var terminalWidth: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  // MARK: Commands

  nonisolated static let grammar = CommandGrammar<Tool>(
    chapters: [
      CommandChapter("Stores and models", [.inspect]),
      CommandChapter("Queries", Command.queries),
      CommandChapter("Versions and migration", called: ["migration"], [.migrate, .diff]),
      CommandChapter("Help", [.help]),
    ], optionPrefix: "--")

  static let help = HelpText(
    grammar,
    overview: (
      introduction: """
      usage: \(name) COMMAND [--output FORMAT]
             \(name) --help | --version
      For developers: inspects, queries and migrates stores of ObjectGraph and Core
      Data, and compares models.
      """,
      everyday: ["inspect", "fetch", "count", "group", "migrate", "diff"],
      closing: """
      A MODEL is an .xcdatamodeld, an .xcdatamodel, or a store that contains its
      model. In queries, options may be written without dashes. Words after -- are
      no options.
      FORMAT is one of \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      Exit status: 0 success, 1 mapping model needed (diff), 64 usage error, 65 data
      error, 66 missing input, 73 and 74 cannot write, 75 store locked, 130 canceled.
      """
    ),
    pages: ["predicate": predicatePage], prompt: "\(name) ")

  private static let predicatePage = PredicatePage.text(
    paths: "days   guide.name   guide.city.name", schema: "inspect",
    list: "{\"Rome\", \"Bern\"}", many: "stops.@count   stops.nights.@max", members: "stops",
    text: "name", date: "start",
    examples: """
      \(name) count Trips.sqlite Trip where 'days > 3 AND guide.name == "Ada"'
      \(name) fetch Trips.sqlite Trip where 'name BEGINSWITH[c] "a"' sort 'start desc'
      \(name) fetch Trips.sqlite Trip where 'ANY stops.name IN {"Rome", "Bern"}'
      """)
}

extension Diagnostic {
  /// The diagnostic without a line and column, which mean nothing for command-line arguments.
  fileprivate func ofProgram(
    withStatus status: ExitStatus, orHint otherHint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      message, hint: hint ?? otherHint, severity: severity, file: ObjectGraphProgram.name,
      exitStatus: status)
  }
}
