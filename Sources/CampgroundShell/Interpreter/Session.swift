import Campground
import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A shell at work on one store: the current campground, the output format, the variables.
///
/// It runs one command at a time. A command that fails changes nothing. Each command saves its
/// changes, unless `begin` opened a scratch pad, which collects them until `save`.
@MainActor
package final class Session {
  /// The desk that carries out commands.
  package let desk: Desk

  /// The time zone of a campground that is added without one.
  package let timeZone: TimeZone

  /// The format of answers: that of the running command's file, of the file of `.output`, or the
  /// chosen one. Choosing one also holds for the file of `.output`.
  package var format: OutputFormat {
    get { answerFile?.format ?? outputFile?.format ?? chosenFormat }
    set {
      chosenFormat = newValue
      outputFile?.format = nil
    }
  }

  private var chosenFormat: OutputFormat

  /// The options of the output, such as the width of the terminal.
  package var rendering: Renderer.Options

  /// The values of `$name`.
  package var variables: [String: VariableValue] = [:]

  /// The day that words such as tomorrow are counted from, if not today: the day on which a
  /// recovered
  /// command was given.
  var dayOfTyping: CalendarDate?

  /// The number of scripts that run one another at present.
  var scriptCount = 0

  /// Whether the user asked to leave.
  package var isOver = false

  /// The file named by `.output`.
  var outputFile: OutputFile?

  /// The file named by `.once`, for the next answer.
  var nextFile: AnswerFile?

  /// The file for the answer of the running command.
  private(set) var answerFile: AnswerFile?

  /// Whether answers go to a file.
  var writesToFile: Bool { answerFile != nil || outputFile != nil }

  /// What is written down of commands and answers; nil for nothing.
  package var recording: SessionRecording?

  /// Whether this session restores the store itself.
  var isRestoring = false

  /// Whether commands reach no files and programs other than the store.
  package var isSafe = false

  /// The files of the store.
  let storeFiles: StoreFiles

  /// Prints pages to PDF.
  package var pdfConverter: any PDFConverter = CommandPDFConverter()

  /// Sends mail; nil for what the campground names.
  package var mailCarrier: (any MailCarrier)?

  /// Records the statements of each command for `.sql on`.
  var statements: WorkRecorder?

  /// Whether `.timer on` shows the time of each command.
  var isTimed = false

  /// The running command, for answers that name the command for the next rows.
  private(set) var commandInHand: CommandText?

  /// The row limit of a list without one in its command; nil for none.
  package var mostRows: Int?

  /// Asks the user a yes-or-no question; nil if there is nobody to ask, if everything is accepted,
  /// and
  /// while commands are repeated, whose questions were answered already.
  package var ask: (@MainActor (String) -> Bool)? {
    get { desk.isRepeating ? nil : person }
    set { person = newValue }
  }

  private var person: (@MainActor (String) -> Bool)?

  /// Asks the user to choose one of several texts; nil if there is nobody to ask, and while
  /// commands
  /// are repeated.
  package var choose: (@MainActor (_ question: String, _ choices: [String]) -> String?)? {
    get { desk.isRepeating ? nil : chooser }
    set { chooser = newValue }
  }

  private var chooser: (@MainActor (String, [String]) -> String?)?

  /// Asks the user for a value, after a note if there is one; nil if the user gave up, or there is
  /// nobody to ask.
  package var askForValue: (@MainActor (_ note: String, _ prompt: String) -> String?)?

  /// Whether somebody agrees to what a command shows before it is done: the user at a terminal, or
  /// `--yes` for all. What is repeated was agreed to before.
  var isAsked: Bool { acceptsAll || ask != nil || desk.isRepeating }

  /// Whether every question is answered with yes.
  package var acceptsAll = false

  /// Takes over the terminal for a full-screen command; nil without a terminal.
  package var openFullScreen: (@MainActor () throws -> any FullScreen)?

  /// Shows a text that is longer than the screen page by page; returns false for one that is not.
  /// Nil without a terminal, or without a program for it.
  package var showInPages: (@MainActor (String) -> Bool)?

  /// Whether `.pager` is on.
  package var isPaged = true

  /// Whether long answers are shown page by page. A script goes on by itself.
  package var showsPages: Bool {
    isPaged && showInPages != nil && scriptCount == 0 && outputFile == nil
  }

  /// Whether the input has ended, which also ends commands that run until then.
  package var isInputOver: @MainActor () -> Bool = { true }

  /// The file that keeps the commands of the scratch pad for recovery; nil if none does.
  var unsavedFile: UnsavedFile?

  /// The commands of the scratch pad as written to the file, by their identifiers.
  var unsavedEntries: [Int: UnsavedFile.Entry] = [:]

  /// The commands that the file contains.
  var keptEntries: [UnsavedFile.Entry] = []

  /// The column at which notes beside answers are wrapped; nil for no limit.
  package var notesWidth: @MainActor () -> Int? = { nil }

  private let standardOutput: any AnswerDestination

  /// The destination of notes beside answers.
  private let notes: any AnswerDestination

  /// Makes a session.
  ///
  /// - Parameter notes: the destination of notes beside answers; standard error by default.
  package init(
    stack: StoreStack, output: any AnswerDestination,
    notes: any AnswerDestination = DescriptorDestination(
      descriptor: STDERR_FILENO, name: "standard error"),
    format: OutputFormat,
    rendering: Renderer.Options = Renderer.Options(), clock: any CampgroundClock = SystemClock(),
    timeZone: TimeZone = .current
  ) {
    // With a fixed clock, everything is reproducible, codes included.
    desk = Desk(
      on: stack, clock: clock, timeZone: timeZone,
      voucherCodes: clock is FixedClock ? .seeded(0) : .random)
    storeFiles = StoreFiles(of: stack)
    self.standardOutput = output
    self.notes = notes
    chosenFormat = format
    self.rendering = rendering
    self.timeZone = timeZone
  }

  /// The store.
  package var stack: StoreStack { desk.storeStack }

  /// The clock.
  package var clock: any CampgroundClock { desk.clock }

  /// The context that commands read from.
  package var context: ManagedObjectContext { desk.managedObjectContext }

  /// The user's name for the audit; nil if none was given.
  package var user: String? {
    get { desk.actor }
    set { desk.actor = newValue }
  }

  /// Whether leaving would lose work.
  package var hasUnsavedWork: Bool { desk.scratchPad?.commands.isEmpty == false }

  /// Runs a command and writes its answer.
  ///
  /// Another thread can end it early with `stack.persistentStoreCoordinator.interrupt()`.
  ///
  /// - Throws: a diagnostic; the store and the scratch pad are then unchanged.
  package func run(_ text: CommandText) throws(Diagnostic) {
    let meant: CommandText?
    do { meant = try filledIn(text) } catch { throw Diagnostic(error, about: text) }
    guard let text = meant else { return try write(.nothingChanged) }
    // The commands of a script are part of the answer of the command that runs it.
    guard recording != nil, scriptCount == 0 else { return try runOnce(text) }
    try recording?.begin(text, at: WallTime(clock.now, in: zone))
    do throws(Diagnostic) {
      try runOnce(text)
    } catch {
      var typed = error
      if typed.file == text.file { typed.file = nil }
      try recording?.add(DiagnosticRenderer().render(typed))
      throw error
    }
  }

  /// The time zone of the campground.
  var zone: TimeZone { (try? campgrounds.current()?.timeZone) ?? timeZone }

  private func runOnce(_ text: CommandText) throws(Diagnostic) {
    do {
      let command = try grammar.parse(text, in: self)
      if command.command.name != "exit" { try lookAround() }
      guard try chooseFile(of: command) else { return try write(Self.nothingWritten) }
      defer { answerFile = nil }
      let answer = try notingWork { try carryOut(command) }
      keepUnsavedCommands()
      try write(answer, of: command)
      if case .incomplete(_, let fault) = answer { throw fault }
    } catch {
      keepUnsavedCommands()
      stack.mainContext.rollback()
      guard !stack.persistentStoreCoordinator.isInterrupted else { throw interruption(of: text) }
      throw Diagnostic(error, about: text)
    }
  }

  /// Reads what others changed since the last command or the last call.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  package func lookAround() throws -> Bool {
    try storeFiles.checkAreInPlace()
    guard try stack.refreshAfterForeignChanges() else { return false }
    desk.scratchPad?.refresh()
    if let instant = desk.noticeRestore(), !isRestoring {
      let time = WallTime(instant, in: try campgrounds.current()?.timeZone ?? timeZone)
      warn(
        "the store was restored from a backup at another desk, at \(time)",
        hint: "what was entered since the backup is gone; list things again before you go on")
    }
    return true
  }

  /// Clears an interruption, so that commands run again.
  package func takeInterruption() {
    stack.mainContext.forgetInterruption()
    desk.scratchPad?.managedObjectContext.forgetInterruption()
    stack.persistentStoreCoordinator.resume()
  }

  /// The diagnostic of a command that the user canceled, whatever error the interruption caused.
  private func interruption(of text: CommandText) -> Diagnostic {
    stack.mainContext.forgetInterruption()
    desk.scratchPad?.managedObjectContext.forgetInterruption()
    return Diagnostic("interrupted", file: text.file, at: text.range, exitStatus: .interrupted)
  }

  /// The language.
  package var grammar: CommandGrammar<Session> { Self.grammar }

  /// Carries out a command, at once or on the scratch pad, which repeats it when it is saved.
  private func carryOut(_ command: ParsedCommand<Session>) throws -> Answer {
    commandInHand = command.text
    guard !command.command.isAboutSession else { return try perform(command) }
    let entry = try unsavedFile.map { _ in try unsavedEntry(of: command.text) }
    let answer = try desk.perform(command.text.source.text) { [self] _ in
      desk.isRepeating ? try answerAgain(command) : try perform(command)
    }
    if let entry, let last = desk.scratchPad?.commands.last, unsavedEntries[last.id] == nil {
      unsavedEntries[last.id] = entry
    }
    return answer
  }

  /// Repeats a command of the scratch pad; an error refers to that command's text, not to the
  /// running
  /// command's.
  func answerAgain(_ command: ParsedCommand<Session>) throws -> Answer {
    do {
      return try perform(command)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// Runs a command, and writes its statements and time beside the answer if the user asked for
  /// them.
  private func notingWork(_ body: () throws -> Answer) throws -> Answer {
    _ = statements?.takeReport()
    let isTimed = isTimed
    let start = ContinuousClock.now
    defer {
      var text = ""
      for statement in statements?.takeReport().statements ?? [] {
        text += SQLLog.text(of: .statement(statement), level: .bindings)
      }
      if isTimed { text += "time: \((ContinuousClock.now - start).shortText)\n" }
      // There is nowhere to report that this cannot be written.
      if !text.isEmpty { try? notes.write(text) }
    }
    return try body()
  }

  /// Shows a warning beside the answer.
  package func warn(_ warning: Diagnostic) {
    guard !desk.isRepeating else { return }
    // There is nowhere to report that this cannot be written.
    try? recording?.add(DiagnosticRenderer().render(warning))
    try? notes.write(DiagnosticRenderer(width: notesWidth()).render(warning) + "\n")
  }

  /// Writes a warning or a note beside the answer.
  func warn(_ message: String, hint: String? = nil, severity: Diagnostic.Severity = .warning) {
    warn(Diagnostic(message, hint: hint, severity: severity))
  }

  /// Determines the file for a command's answer, and asks about one that exists.
  ///
  /// - Returns: false if the user declines to replace it.
  private func chooseFile(of command: ParsedCommand<Session>) throws -> Bool {
    answerFile = nil
    guard let file = command.file else {
      // A command such as .timer has no answer.
      let isSetting = command.command.topic.hasPrefix(".") && command.command.content == .message
      answerFile = isSetting ? nil : nextFile
      return true
    }
    guard try command.placing({ try mayWrite(file) }) else { return false }
    answerFile = file
    return true
  }

  /// Writes a command's answer to its file, and says so, or to the user's destination.
  private func write(_ answer: Answer, of command: ParsedCommand<Session>) throws {
    guard let file = answerFile, !answer.isNothing else { return try write(answer) }
    // A file is complete, or it is not written.
    if case .incomplete(_, let fault) = answer { throw fault }
    nextFile = nil
    let said = try command.placing {
      try write(answer, to: file, isOpen: command.command.content == .openData)
    }
    answerFile = nil
    try write(said)
  }

  /// Writes an answer in the user's format, to the user's destination.
  func write(_ answer: Answer) throws(Diagnostic) {
    if let recording, outputFile == nil {
      let form = format.isGrid ? .box : format
      try recording.add(AnswerText(form, options: SessionRecording.options).text(of: answer))
    }
    let text = AnswerText(format, options: answerOptions).text(of: answer)
    if showsPages, let showInPages, showInPages(text) {
      // Ctrl-C was for the pager.
      return takeInterruption()
    }
    try write(text: text)
  }

  /// Writes text that is already in the user's format.
  package func write(text: String) throws(Diagnostic) {
    try (outputFile?.destination ?? standardOutput).write(text)
  }

  /// The output options for the current destination.
  package var answerOptions: Renderer.Options {
    guard writesToFile else { return rendering }
    // A file has neither width nor colors, and spreadsheets open one.
    let isRaw = answerFile?.isRaw ?? outputFile?.isRaw ?? false
    return Renderer.Options(nullText: rendering.nullText, guardsFormulas: !isRaw)
  }
}
