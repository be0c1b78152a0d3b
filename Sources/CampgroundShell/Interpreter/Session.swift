import Campground
import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A shell at work on one store: the current campground, the form of answers, the variables.
///
/// It runs one command at a time. A command that fails has changed nothing. Each command saves what
/// it changed, unless `begin` opened a scratch pad, which keeps all of it until `save`.
@MainActor
package final class Session {
  /// The desk at which commands are carried out.
  package let desk: Desk

  /// The time zone of a campground that is added without one.
  package let timeZone: TimeZone

  /// The form of answers.
  package var format: OutputFormat

  /// What the forms take into account, such as the width of the terminal.
  package var rendering: Renderer.Options

  /// The values of `$name`.
  package var variables: [String: VariableValue] = [:]

  /// The day that words such as tomorrow are counted from, where it is not today: that on which a
  /// command was given which comes back.
  var dayOfTyping: CalendarDate?

  /// Whether the user asked to leave.
  package var isOver = false

  /// The file that `.output` named.
  var fileDestination: DescriptorDestination?

  /// The files of the store.
  let storeFiles: StoreFiles

  /// What `.sql on` shows of each command.
  var statements: WorkRecorder?

  /// Whether `.timer on` shows how long each command takes.
  var isTimed = false

  /// The command that is carried out, for answers that say how it goes on.
  private(set) var commandInHand: CommandText?

  /// How many rows a list has at most that is told no limit; nil for all.
  package var mostRows: Int?

  /// Asks a person a question that yes or no answers; nil where there is nobody, where all is
  /// accepted unasked, and for what they were asked already.
  package var ask: (@MainActor (String) -> Bool)? {
    get { desk.isRepeating ? nil : person }
    set { person = newValue }
  }

  private var person: (@MainActor (String) -> Bool)?

  /// Asks a person which of several texts is meant; nil where there is nobody, and for what they
  /// were asked already.
  package var choose: (@MainActor (_ question: String, _ choices: [String]) -> String?)? {
    get { desk.isRepeating ? nil : chooser }
    set { chooser = newValue }
  }

  private var chooser: (@MainActor (String, [String]) -> String?)?

  /// Whether all that a person would be asked about is accepted.
  package var acceptsAll = false

  /// Takes all of the terminal for a command that fills the screen; nil where there is none.
  package var openFullScreen: (@MainActor () throws -> any FullScreen)?

  /// Whether nobody gives input any more, which ends commands that go on until then.
  package var isInputOver: @MainActor () -> Bool = { true }

  /// Where the commands of the scratch pad are kept for after a crash; nil where they are not.
  var unsavedFile: UnsavedFile?

  /// The commands of the scratch pad as they are kept, by their identifiers.
  var unsavedEntries: [Int: UnsavedFile.Entry] = [:]

  /// The commands that are in the file.
  var keptEntries: [UnsavedFile.Entry] = []

  /// The columns at which what is shown beside answers is wrapped; nil for no limit.
  package var notesWidth: @MainActor () -> Int? = { nil }

  private let standardOutput: any AnswerDestination

  /// Where what is shown beside answers goes.
  private let notes: any AnswerDestination

  /// Makes a session.
  ///
  /// - Parameter notes: where what is shown beside answers goes; standard error by default.
  package init(
    stack: StoreStack, output: any AnswerDestination,
    notes: any AnswerDestination = DescriptorDestination(
      descriptor: STDERR_FILENO, name: "standard error"),
    format: OutputFormat,
    rendering: Renderer.Options = Renderer.Options(), clock: any CampgroundClock = SystemClock(),
    timeZone: TimeZone = .current
  ) {
    // Under a clock that stands still everything is repeatable, codes included.
    desk = Desk(
      on: stack, clock: clock, timeZone: timeZone,
      voucherCodes: clock is FixedClock ? .seeded(0) : .random)
    storeFiles = StoreFiles(of: stack)
    self.standardOutput = output
    self.notes = notes
    self.format = format
    self.rendering = rendering
    self.timeZone = timeZone
  }

  /// The store.
  package var stack: StoreStack { desk.storeStack }

  /// What tells the time.
  package var clock: any CampgroundClock { desk.clock }

  /// What commands read from.
  package var context: ManagedObjectContext { desk.managedObjectContext }

  /// Who works here, for the audit; nil where nobody said.
  package var user: String? {
    get { desk.actor }
    set { desk.actor = newValue }
  }

  /// Whether there is work that leaving would lose.
  package var hasUnsavedWork: Bool { desk.scratchPad?.commands.isEmpty == false }

  /// Runs a command and writes its answer.
  ///
  /// `stack.persistentStoreCoordinator.interrupt()`, from another thread, makes it end soon.
  ///
  /// - Throws: a diagnostic; the store and the scratch pad are then as they were before.
  package func run(_ text: CommandText) throws(Diagnostic) {
    do {
      let command = try grammar.parse(text, in: self)
      if command.command.name != "exit" { try lookAround() }
      let answer = try notingWork { try carryOut(command) }
      keepUnsavedCommands()
      try write(answer)
    } catch {
      keepUnsavedCommands()
      stack.mainContext.rollback()
      guard !stack.persistentStoreCoordinator.isInterrupted else { throw interruption(of: text) }
      throw Diagnostic(error, about: text)
    }
  }

  /// Sees what others changed since the last command, or since it was last called.
  ///
  /// - Returns: whether they changed anything.
  @discardableResult
  package func lookAround() throws -> Bool {
    try storeFiles.checkAreInPlace()
    guard try stack.refreshAfterForeignChanges() else { return false }
    desk.scratchPad?.refresh()
    return true
  }

  /// Lets commands go on after one that an interruption was the end of.
  package func takeInterruption() {
    stack.mainContext.forgetInterruption()
    desk.scratchPad?.managedObjectContext.forgetInterruption()
    stack.persistentStoreCoordinator.resume()
  }

  /// What a command ends with that the user cancelled; whatever failed in
  /// it failed because of that.
  private func interruption(of text: CommandText) -> Diagnostic {
    stack.mainContext.forgetInterruption()
    desk.scratchPad?.managedObjectContext.forgetInterruption()
    return Diagnostic("interrupted", file: text.file, at: text.range, exitStatus: .interrupted)
  }

  /// The language.
  package var grammar: CommandGrammar<Session> { Self.grammar }

  /// Carries out a command: at once, or in the scratch pad, which does it again when it is saved.
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

  /// Carries out a command of the scratch pad again; an error stands in its text, which is another
  /// one than that of the command that runs.
  func answerAgain(_ command: ParsedCommand<Session>) throws -> Answer {
    do {
      return try perform(command)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// Carries out a command, and writes beside its answer what the user switched on.
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
      // Nobody is left to tell when this cannot be written.
      if !text.isEmpty { try? notes.write(text) }
    }
    return try body()
  }

  /// Shows a warning beside the answer.
  package func warn(_ warning: Diagnostic) {
    guard !desk.isRepeating else { return }
    // Nobody is left to tell when this cannot be written.
    try? notes.write(DiagnosticRenderer(width: notesWidth()).render(warning) + "\n")
  }

  /// Writes an answer in the form and to the place that the user chose.
  func write(_ answer: Answer) throws(Diagnostic) {
    try write(text: AnswerText(format, options: answerOptions).text(of: answer))
  }

  /// Writes text that is in the form that the user chose.
  package func write(text: String) throws(Diagnostic) {
    try (fileDestination ?? standardOutput).write(text)
  }

  /// What the form of answers takes into account where they go.
  package var answerOptions: Renderer.Options {
    // A file has no width and no colours.
    fileDestination == nil ? rendering : Renderer.Options(nullText: rendering.nullText)
  }
}
