import Foundation
import Rendering

/// Shows the progress of a long task on the current line of a terminal.
///
///     let bar = ProgressBar("Migrating Notes.sqlite")
///     defer { bar?.clear() }
///     bar?.show(0.5)
///
/// Any thread may update it.
public struct ProgressBar: Sendable {
  private static let mostCells = 40
  private static let leastCells = 10

  private let label: String
  private let descriptor: Int32
  private let start: ContinuousClock.Instant

  /// Makes a bar for a terminal.
  ///
  /// - Parameters:
  ///   - label: the task, shown before the bar.
  ///   - delay: how long nothing is shown, since a short task needs no bar.
  ///   - descriptor: by default standard error.
  /// - Returns: nil where it is not a terminal, or one that cannot overwrite a line.
  public init?(_ label: String, after delay: Duration = .zero, _ descriptor: Int32 = STDERR_FILENO)
  {
    guard isatty(descriptor) != 0, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      return nil
    }
    self.label = String(label.map(SourceExcerpt.printable))
    self.descriptor = descriptor
    start = ContinuousClock.now + delay
  }

  /// Shows the completed fraction of the task, from 0 to 1.
  public func show(_ fraction: Double) {
    guard ContinuousClock.now >= start else { return }
    write("\r" + Self.line(label, fraction, columns: columns))
  }

  /// The line for a terminal width; if space is short, the label is left out first.
  static func line(_ label: String, _ fraction: Double, columns: Int) -> String {
    let part = min(max(fraction, 0), 1)
    // ` 100 %`, and a column for the cursor.
    let room = columns - 7
    let isLabelled = room - DisplayWidth.of(label) - 1 >= leastCells
    let cells = min(mostCells, room - (isLabelled ? DisplayWidth.of(label) + 1 : 0))
    let filled = Int(part * Double(max(cells, 0)))
    return (isLabelled ? label + " " : "") + String(repeating: "█", count: filled)
      + String(repeating: "░", count: max(cells - filled, 0)) + " \(Int(part * 100)) %"
  }

  private var columns: Int {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  /// Clears the line.
  public func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    // If this cannot be written, nobody is left to tell.
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      .write(contentsOf: Data(text.utf8))
  }
}
