import Campground
import CommandKit
import Foundation
import Rendering

/// What a session writes down of its commands and answers: a story that `SpecTests` can replay, or a
/// log.
///
/// Answers are written as a story has them, in boxes of 80 columns without color, whatever the
/// terminal is like.
@MainActor
package final class SessionRecording {
  /// How commands and answers are written down.
  package enum Form {
    /// Markdown with a block of commands.
    case story
    /// The commands with their times, and the answers.
    case log
  }

  /// The width of a story.
  static let options = Renderer.Options(width: 80)

  private let destination: any AnswerDestination
  private let form: Form
  private var hasBlock = false
  /// The last command, whose lines may have another one.
  private var last: CommandText?

  /// Begins to write down.
  ///
  /// - Parameter title: the first line of a story.
  package init(to destination: any AnswerDestination, _ form: Form, title: String? = nil)
    throws(Diagnostic)
  {
    (self.destination, self.form) = (destination, form)
    if form == .story, let title { try destination.write("# \(title)\n\n") }
  }

  /// Writes down the lines of a command, as they were typed.
  func begin(_ command: CommandText, at time: WallTime) throws(Diagnostic) {
    defer { last = command }
    guard !command.isAboutRecording, last.map({ !$0.sharesLines(with: command) }) ?? true else {
      return
    }
    var text = ""
    switch form {
    case .story:
      if !hasBlock { text = "```campground\n" }
      hasBlock = true
    case .log: text = "-- \(time)\n"
    }
    for (index, line) in command.lines.enumerated() {
      text += (index == 0 ? "campground> " : "...> ") + line + "\n"
    }
    try destination.write(text)
  }

  /// Writes down an answer, a note or an error.
  func add(_ text: String) throws(Diagnostic) {
    guard !text.isEmpty else { return }
    try destination.write(text.hasSuffix("\n") ? text : text + "\n")
  }

  /// Ends the story.
  func finish() throws(Diagnostic) {
    if hasBlock { try destination.write("```\n") }
    hasBlock = false
  }
}

extension CommandText {
  /// Whether it is the only command of its line, and about what is written down.
  fileprivate var isAboutRecording: Bool {
    guard let first = tokens.first?.text, let line = lines.first, lines.count == 1 else {
      return false
    }
    return [".transcript", ".log"].contains(first) && source.text.count == line.count
  }

  /// Whether a later command was typed in the same lines.
  fileprivate func sharesLines(with later: CommandText) -> Bool {
    file == later.file && firstLine == later.firstLine && lines == later.lines
      && range.start < later.range.start
  }
}
