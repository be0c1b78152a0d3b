import Foundation
import TestSupport

extension TerminalSession {
  /// This test program, run once more on a pseudo-terminal, where it answers every line it reads
  /// (`EchoSession`).
  convenience init(
    home: URL, environment extra: [String: String] = [:], columns: UInt16 = 80
  ) throws {
    var environment = ProcessInfo.processInfo.environment
    for name in ["EDITRC", "LC_ALL", "LC_CTYPE", "LANG", "COLUMNS", "LINES"] {
      environment[name] = nil
    }
    environment["TERM"] = "xterm"
    environment["HOME"] = home.path
    environment[EchoSession.variable] = "1"
    environment.merge(extra) { $1 }
    try self.init(
      program: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      arguments: [EchoSession.testName], environment: environment, columns: columns)
  }
}
