import Foundation

/// Shows on a terminal how far a long piece of work is, on the line that the cursor is on.
///
///     let bar = ProgressBar("Migrating Notes.sqlite")
///     defer { bar?.clear() }
///     bar?.show(0.5)
///
/// Any thread may show a part.
public struct ProgressBar: Sendable {
  private static let mostCells = 40
  private static let leastCells = 10

  private let label: String
  private let descriptor: Int32

  /// Makes a bar for a terminal.
  ///
  /// - Parameters:
  ///   - label: what the work is, which stands before the bar.
  ///   - descriptor: by default standard error.
  /// - Returns: nil where nobody looks, or the terminal cannot go back on a line.
  public init?(_ label: String, _ descriptor: Int32 = STDERR_FILENO) {
    guard isatty(descriptor) != 0, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      return nil
    }
    self.label = String(label.map(SourceExcerpt.printable))
    self.descriptor = descriptor
  }

  /// Shows what part of the work is done, from 0 to 1.
  public func show(_ fraction: Double) {
    write("\r" + Self.line(label, fraction, columns: columns))
  }

  /// The line in a terminal of so many columns: of what is too narrow the label goes first.
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

  /// Leaves the line empty.
  public func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    // Nobody is left to show it to when this cannot be written.
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      .write(contentsOf: Data(text.utf8))
  }
}
