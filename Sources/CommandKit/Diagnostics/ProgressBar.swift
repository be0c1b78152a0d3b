import Foundation

/// Shows on a terminal how far a long piece of work is, on the line that the cursor is on.
///
///     let bar = ProgressBar()
///     defer { bar?.clear() }
///     bar?.show(0.5)
///
/// Any thread may show a part.
public struct ProgressBar: Sendable {
  private static let cells = 40

  private let descriptor: Int32

  /// Makes a bar for a terminal.
  ///
  /// - Parameter descriptor: by default standard error.
  /// - Returns: nil where nobody looks, or the terminal cannot go back on a line.
  public init?(_ descriptor: Int32 = STDERR_FILENO) {
    guard isatty(descriptor) != 0, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      return nil
    }
    self.descriptor = descriptor
  }

  /// Shows what part of the work is done, from 0 to 1.
  public func show(_ fraction: Double) {
    let part = min(max(fraction, 0), 1)
    let filled = Int(part * Double(Self.cells))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.cells - filled)
    write("\r\(bar) \(Int(part * 100)) %")
  }

  /// Leaves the line empty.
  public func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    // Nobody is left to show it to when this cannot be written.
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      .write(contentsOf: Data(text.utf8))
  }
}
