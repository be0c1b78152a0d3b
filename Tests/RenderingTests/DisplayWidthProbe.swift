@testable import Rendering

/// The width of one line of output.
enum DisplayWidthProbe {
  static func width(_ line: Substring) -> Int { DisplayWidth.of(String(line)) }
}
