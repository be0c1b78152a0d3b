import CampgroundShell
import Foundation

/// The capabilities of the terminals that the program writes to.
struct TerminalTraits {
  let color: CommandLineOptions.ColorChoice
  let environment: [String: String]

  /// Whether to write color to a descriptor.
  func usesColor(_ descriptor: Int32) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      guard environment["NO_COLOR"]?.isEmpty ?? true, environment["TERM"] != "dumb" else {
        return false
      }
      return isatty(descriptor) != 0
    }
  }

  /// Whether standard input and output are both a terminal that supports full-screen drawing.
  var canFillScreen: Bool {
    isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && environment["TERM"] != "dumb"
  }

  /// The width of a terminal in columns; elsewhere the value of COLUMNS, or nil for no limit.
  func width(_ descriptor: Int32) -> Int? {
    if let size = size(descriptor), size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The size of a terminal in columns and lines; nil where it is unknown.
  func screen(_ descriptor: Int32) -> (width: Int, height: Int)? {
    guard let size = size(descriptor), size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// How many rows of a list fit on a terminal with its headings, the message below and the next
  /// prompt; a default where the height is unknown.
  func rowsOfList(_ descriptor: Int32) -> Int {
    screen(descriptor).map { max(10, $0.height - 7) } ?? 40
  }

  private func size(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    return isatty(descriptor) != 0 && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
