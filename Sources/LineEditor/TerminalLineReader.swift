import CEditLine
import Foundation

/// Reads lines that a person edits on a terminal, with libedit: emacs or vi keys according to the
/// user's `.editrc`, a history, completion on Tab, UTF-8.
///
/// A resize, or a stop and continue, keeps the line. Ctrl-C clears it and never ends the program.
/// Before a signal ends the program, the terminal is restored.
package final class TerminalLineReader: LineReader {
  /// Returns the candidates at the cursor; called when Tab is pressed.
  package var completion: ((LineEditorContext) -> [Completion])?

  /// Called about 20 times a second while waiting for a key, for instance to run the run loop.
  ///
  /// It must not read lines. Its output goes through `printAboveLine(_:)`.
  package var idle: (() -> Void)?

  /// Why the history is not kept, if it is not.
  package private(set) var historyProblem: LineReaderError?

  package let isInteractive = true

  private let output: Int32
  private let historyFile: HistoryFile?
  private var history = History()
  private var editor: OpaquePointer?
  private var isReading = false
  private var lastAmbiguity: LineEditorContext?

  /// Opens an editor on a terminal.
  ///
  /// The caller must close the descriptors.
  ///
  /// - Parameters:
  ///   - program: The name to which lines of `.editrc` may be limited (`campground:bind …`).
  ///   - historyPath: The history file, with mode 0600; a missing directory is created with mode
  ///     0700 on the first command. Without a path, the history lasts as long as the reader. An
  ///     unusable history is reported in `historyProblem` and does not prevent reading.
  /// - Throws: `LineReaderError.notATerminal`.
  package init(
    program: String, historyPath: String? = nil, input: Int32 = STDIN_FILENO,
    output: Int32 = STDERR_FILENO
  ) throws {
    self.output = output
    historyFile = historyPath.map(HistoryFile.init(path:))
    let callbacks = ceditline_callbacks(
      owner: Unmanaged.passUnretained(self).toOpaque(),
      complete: { owner in TerminalLineReader.reader(owner)?.complete() ?? CC_NORM },
      idle: { owner in TerminalLineReader.reader(owner)?.idle?() })
    editor = ceditline_open(program, input, output, callbacks)
    guard editor != nil else { throw LineReaderError.notATerminal }
    ceditline_history_resize(editor, Int32(history.limit))
    do {
      if let historyFile { history = try historyFile.load() }
    } catch let problem as LineReaderError {
      historyProblem = problem
    }
    showHistoryToEditor()
  }

  deinit {
    if let editor { ceditline_close(editor) }
  }

  package func readLine(prompt: String) throws -> LineInput {
    try readLine(prompt: prompt, status: "")
  }

  package func readLine(prompt: String, status: String) throws -> LineInput {
    ceditline_set_status(editor, PromptMarkup.marked(status))
    return try read(prompt, with: ceditline_read)
  }

  package func readAnswer(prompt: String) throws -> LineInput {
    try read(prompt, with: ceditline_ask)
  }

  private typealias Read = (
    OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafePointer<Int32>?>?,
    UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
  ) -> ceditline_status

  private func read(_ prompt: String, with read: Read) throws -> LineInput {
    guard !isReading else { throw LineReaderError.alreadyReading }
    isReading = true
    defer { isReading = false }
    lastAmbiguity = nil
    var scalars: UnsafePointer<Int32>?
    var count: Int32 = 0
    var code: Int32 = 0
    // The editor keeps the pointer to the prompt during the call.
    let status = PromptMarkup.marked(prompt).withCString {
      read(editor, $0, &scalars, &count, &code)
    }
    switch status {
    case CEDITLINE_LINE:
      let hasEnding = scalars?[Int(count) - 1] == 0x0A
      return .line(Self.string(scalars, Int(count) - (hasEnding ? 1 : 0)))
    case CEDITLINE_INTERRUPTED: return .interrupted
    case CEDITLINE_END: return .endOfInput
    default: throw LineReaderError.readFailed(code: code)
    }
  }

  package func show(_ text: String) { printAboveLine(text) }

  package func setTypedAside() { ceditline_set_aside(editor) }

  package func dropTyped() { ceditline_drop_aside(editor) }

  package func remember(_ command: String) {
    guard history.add(command) else { return }
    showHistoryToEditor()
    guard let historyFile, historyProblem == nil else { return }
    do {
      try historyFile.add(command)
    } catch let problem as LineReaderError {
      historyProblem = problem
    } catch {
      historyProblem = .historyUnusable(path: historyFile.path, reason: "\(error)")
    }
  }

  /// Prints lines above the one being edited when called from `idle`; otherwise just prints them.
  package func printAboveLine(_ text: String) {
    let lines = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    if isReading {
      ceditline_print_above(editor, lines)
    } else {
      try? FileHandle(fileDescriptor: output).write(contentsOf: Data(lines.utf8))
    }
  }

  private func showHistoryToEditor() {
    ceditline_history_clear(editor)
    for command in history.commands { ceditline_history_add(editor, command) }
  }

  private func complete() -> Int32 {
    guard let completion else { return CC_NORM }
    var count: Int32 = 0
    var cursor: Int32 = 0
    let buffer = ceditline_buffer(editor, &count, &cursor)
    let context = LineEditorContext(line: Self.string(buffer, Int(count)), cursor: Int(cursor))
    let candidates = completion(context)
    switch CompletionStep(context: context, candidates: candidates) {
    case .nothing:
      return CC_REFRESH_BEEP
    case .replace(let scalars, let text, let isFinal):
      guard ceditline_replace(editor, Int32(scalars), text) != 0 else { return CC_REFRESH_BEEP }
      lastAmbiguity = isFinal ? nil : edited(context, replacing: scalars, with: text)
      return CC_REFRESH
    case .ambiguous where lastAmbiguity == context:
      ceditline_print(editor, "\n" + listing().text(for: candidates))
      return CC_REDISPLAY
    case .ambiguous:
      lastAmbiguity = context
      return CC_REFRESH_BEEP
    }
  }

  /// The line after a step, so that the next Tab in the same place lists the candidates.
  private func edited(
    _ context: LineEditorContext, replacing scalars: Int, with text: String
  ) -> LineEditorContext {
    let before = String(context.textBeforeCursor.unicodeScalars.dropLast(scalars)) + text
    return LineEditorContext(
      line: before + context.textAfterCursor, cursor: before.unicodeScalars.count)
  }

  private func listing() -> CandidateListing {
    let (width, height) = TerminalScreen.size(of: output)
    return CandidateListing(width: width, height: height)
  }

  private static func reader(_ owner: UnsafeMutableRawPointer?) -> TerminalLineReader? {
    owner.map { Unmanaged<TerminalLineReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func string(_ scalars: UnsafePointer<Int32>?, _ count: Int) -> String {
    var view = String.UnicodeScalarView()
    for scalar in UnsafeBufferPointer(start: scalars, count: scalars == nil ? 0 : count) {
      view.append(Unicode.Scalar(UInt32(bitPattern: scalar)) ?? "\u{FFFD}")
    }
    return String(view)
  }
}
