import CEditLine
import Foundation

/// The whole screen of a terminal, on its alternate screen, with unbuffered keys.
///
/// Whether the program ends by a signal or by a crash, the terminal is restored.
package final class TerminalScreen: FullScreen {
  private let input: Int32
  private let output: Int32
  private var decoder = KeyDecoder()
  private var isTaken = false
  /// The lines on the screen.
  private var shown: [String] = []
  private var shownSize = (width: 0, height: 0)

  /// Takes the terminal; only one can be taken at a time.
  ///
  /// - Throws: `LineReaderError.notATerminal`, or `writeFailed`.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws {
    guard isatty(input) != 0, isatty(output) != 0 else { throw LineReaderError.notATerminal }
    self.input = input
    self.output = output
    let error = fullscreen_enter(input, output)
    guard error == 0 else { throw LineReaderError.writeFailed(code: error) }
    isTaken = true
  }

  deinit {
    if isTaken { fullscreen_leave() }
  }

  package func leave() {
    if isTaken { fullscreen_leave() }
    isTaken = false
  }

  package var size: (width: Int, height: Int) { Self.size(of: output) }

  /// The size of a terminal in columns and lines; 80 by 24 if it does not tell.
  nonisolated static func size(of terminal: Int32) -> (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  package func show(_ lines: [String]) throws {
    let size = self.size
    var text = ""
    if size != shownSize {
      text += "\u{1B}[2J"
      shown = []
      shownSize = size
    }
    for row in 0..<size.height {
      let line = row < lines.count ? lines[row] : ""
      guard row < shown.count ? shown[row] != line : !line.isEmpty else { continue }
      text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
    }
    shown = Array(lines.prefix(size.height))
    // Lines below the last new one are remembered as blank.
    shown += Array(repeating: "", count: max(0, size.height - shown.count))
    try write(text)
  }

  private func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw LineReaderError.writeFailed(code: errno)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  package func keys(within seconds: Double) -> [Key] {
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(seconds * 1_000)) > 0 else { return decoder.keysAfterPause() }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = read(input, &bytes, bytes.count)
    if count > 0 { return decoder.keys(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : [.control("d")]
  }
}
