import Campground
import CampgroundShell
import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// The program `campground`: arguments, store, session, and a loop that suits the input.
@MainActor
struct CampgroundProgram {
  private let arguments: [String]
  private let environment: [String: String]

  init(_ arguments: [String], _ environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs to the end, and returns the exit status of the program.
  func run() -> ExitStatus {
    do {
      var parser = ArgumentParser(Array(arguments.dropFirst()))
      let options = try parser.parse()
      return try run(options)
    } catch {
      report(error, usesColor: TerminalTraits(color: .auto, environment: environment))
      return error.exitStatus
    }
  }

  private func run(_ options: CommandLineOptions) throws(Diagnostic) -> ExitStatus {
    let output = DescriptorDestination(descriptor: STDOUT_FILENO, name: "standard output")
    if let generated = options.generated {
      try output.write(generated.text)
      return .success
    }
    guard !options.wantsHelp, !options.wantsVersion else {
      let version = "campground \(ProductVersion.text)\n"
      try output.write(options.wantsHelp ? OptionSyntax.help : version)
      return .success
    }
    // Missing scripts are reported before a store is created for them.
    let scripts = try scripts(options.inputs)
    let location = StoreLocation(options: options, environment: environment)
    let terminal = TerminalTraits(color: options.color, environment: environment)
    let stack = try location.open()
    let session = Session(
      stack: stack, output: options.echoes ? NoDestination() : output,
      format: options.format ?? (isatty(STDOUT_FILENO) != 0 ? .box : .plain),
      rendering: Renderer.Options(
        width: terminal.width(STDOUT_FILENO), isOnTerminal: isatty(STDOUT_FILENO) != 0,
        usesColor: terminal.usesColor(STDOUT_FILENO)),
      clock: clock(options, stack), timeZone: options.timeZone ?? .current)
    session.acceptsAll = options.saysYes
    session.isSafe = options.isSafe
    session.user = options.user ?? loginName
    if isatty(STDERR_FILENO) != 0 { session.notesWidth = { terminal.width(STDERR_FILENO) } }
    session.isInputOver = { InputEnd.isReached() }
    if terminal.canFillScreen { session.openFullScreen = { try TerminalScreen() } }
    defer { try? session.stack.close() }
    if let name = options.campground { try session.use(campground: name) }
    if options.echoes { session.recording = try SessionRecording(to: output, .story) }
    defer { try? session.endRecording() }
    for assignment in options.variables { try session.define(assignment) }
    let report: (Diagnostic) -> Void = { self.report($0, usesColor: terminal) }
    guard scripts.isEmpty else {
      return runBatch(scripts, session, options, report)
    }
    let shell = try shell(session, report, on: terminal, worker: options.user)
    guard shell.reader.isInteractive else {
      return runBatch([.standardInput], session, options, report)
    }
    guard options.saving == .each else {
      throw .usage(
        "--single-transaction and --dry-run are for scripts",
        "in the shell, \"begin\" opens a scratch pad"
      )
    }
    greet(location.remark)
    session.keepScratchPads()
    if let count = session.commandsLeftBehind {
      report(
        Diagnostic(
          "a scratch pad with \(count) \(count == 1 ? "command" : "commands") was not saved",
          hint: "begin recover brings it back", severity: .warning))
    }
    if !options.saysYes { shell.asksBeforeChanges() }
    shell.asksForChoices()
    shell.asksForValues()
    if options.usesPager, !options.isSafe, terminal.canFillScreen,
      let pager = Pager(environment, on: terminal, besides: shell.reader, report: report)
    {
      session.showInPages = { pager.show($0) }
    }
    shell.run()
    return .success
  }

  /// The machine's clock, or one fixed at the requested wall-clock time, in the requested time zone
  /// or that of the campground.
  private func clock(_ options: CommandLineOptions, _ stack: StoreStack) -> any CampgroundClock {
    guard let now = options.now else { return SystemClock() }
    let service = CampgroundService(managedObjectContext: stack.mainContext, storeStack: stack)
    // An unreadable store is reported by the first command, and an unknown name right after.
    let campground = try? options.campground.map { try service.find($0) } ?? service.current()
    let zone = options.timeZone ?? campground?.timeZone ?? .current
    return now.instant(in: zone).map { FixedClock($0) } ?? SystemClock()
  }

  private func scripts(_ inputs: [CommandLineOptions.Input]) throws(Diagnostic) -> [ScriptReader] {
    var scripts: [ScriptReader] = []
    for input in inputs {
      switch input {
      case .text(let text): scripts.append(ScriptReader(text))
      case .file("-"): scripts.append(.standardInput)
      case .file(let path): scripts.append(try .file(path))
      }
    }
    return scripts
  }

  private func runBatch(
    _ scripts: [ScriptReader], _ session: Session, _ options: CommandLineOptions,
    _ report: @escaping (Diagnostic) -> Void
  ) -> ExitStatus {
    let interrupter = Interrupter(session.stack.persistentStoreCoordinator, endsBatch: true)
    interrupter.install()
    var batch = BatchRun(
      session: session, saving: options.saving, interrupter: interrupter,
      keepsGoing: options.keepsGoing, report: report)
    batch.begin()
    for script in scripts {
      batch.run(script)
    }
    batch.finish()
    return batch.status
  }

  /// The login name of the user; nil where the system gives none.
  private var loginName: String? {
    ["USER", "LOGNAME"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  private func shell(
    _ session: Session, _ report: @escaping (Diagnostic) -> Void, on terminal: TerminalTraits,
    worker: String?
  ) throws(Diagnostic) -> InteractiveShell {
    let typed = InteractiveShell.TypedLines()
    let history = try? StoreLocation.directory("XDG_STATE_HOME", ".local/state", environment)
    let reader = makeLineReader(
      program: "campground", historyPath: history.map { $0 + "/campground/history" },
      completion: { context in
        InteractiveShell.candidates(context, after: typed.lines, in: session)
      },
      idle: { _ = RunLoop.main.run(mode: .default, before: Date()) })
    let interrupter = Interrupter(session.stack.persistentStoreCoordinator, endsBatch: false)
    // While a line is being read, the reader handles Ctrl-C.
    if reader.isInteractive { interrupter.install() }
    return InteractiveShell(
      session: session, reader: reader, interrupter: interrupter, typed: typed, report: report,
      terminal: terminal, worker: worker)
  }

  private func greet(_ remark: String?) {
    let parts = ["campground \(ProductVersion.text)", remark, "type help to begin, exit to leave"]
    let greeting = parts.compactMap { $0 }.joined(separator: " · ") + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(greeting.utf8))
  }

  private func report(_ diagnostic: Diagnostic, usesColor terminal: TerminalTraits) {
    let renderer = DiagnosticRenderer(
      usesColor: terminal.usesColor(STDERR_FILENO),
      width: isatty(STDERR_FILENO) != 0 ? terminal.width(STDERR_FILENO) : nil)
    // If this cannot be written, nobody is left to tell.
    try? FileHandle.standardError.write(
      contentsOf: Data((renderer.render(diagnostic) + "\n").utf8))
  }
}
