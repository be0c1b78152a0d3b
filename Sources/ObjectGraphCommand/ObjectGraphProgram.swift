import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The program `objectgraph`: one command about models and stores, from its arguments.
@MainActor
struct ObjectGraphProgram {
  nonisolated static let name = "objectgraph"

  private let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Runs the command; the status is the program's.
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
      let tool = Tool(help: Self.help)
      let answer = try run(text, in: tool)
      let options = Renderer.Options(
        width: isatty(STDOUT_FILENO) == 0 ? nil : Self.terminalWidth, usesColor: false)
      let format = line.format ?? (isatty(STDOUT_FILENO) == 0 ? .plain : .box)
      try output.write(AnswerText(format, options: options).text(of: answer))
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
    do {
      return try command.run(in: tool)
    } catch let diagnostic as Diagnostic {
      throw diagnostic.ofProgram(withStatus: diagnostic.exitStatus)
    } catch let error as ObjectGraphError {
      let backup = command.argument(named: "backup").flatMap { try? $0.text.text() }
      throw Diagnostic(error, writing: backup.map { [URL(fileURLWithPath: $0).path] } ?? [])
    } catch {
      throw Diagnostic("\(error)", file: Self.name, exitStatus: .software)
    }
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
    ], optionPrefix: "--")

  static let help = HelpText(
    grammar,
    overview: HelpText.Overview(
      introduction: """
        usage: \(name) COMMAND [--output FORMAT]
               \(name) --help | --version
        For developers: compares models, and migrates stores of ObjectGraph and of Core Data.
        """,
      everyday: ["migrate", "diff"],
      closing: """
        A MODEL is an .xcdatamodeld, an .xcdatamodel, or a store, for the model that it carries.
        FORMAT is one of \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).
        Exit status: 0 fine, 1 stores need a mapping model (diff), 64 usage, 65 wrong
        data, 66 input missing, 73 and 74 cannot write, 75 a locked store, 130
        cancelled.
        """),
    pages: [:], prompt: "\(name) ")
}

extension Diagnostic {
  /// The same about the program as a whole: its arguments are no text with lines and columns.
  fileprivate func ofProgram(withStatus status: ExitStatus) -> Diagnostic {
    Diagnostic(
      message, hint: hint, severity: severity, file: ObjectGraphProgram.name, exitStatus: status)
  }
}
