import Foundation
import TestSupport

extension Python {
  /// What a script prints that finds the input as `data`, with zlib and plistlib, the independent
  /// judges of what is packed and written, at hand.
  ///
  /// - Throws: as `run(_:_:arguments:)`.
  static func run(onData script: String, _ input: Data) throws -> Data {
    try run("import sys, zlib, plistlib\ndata = sys.stdin.buffer.read()\n" + script, input)
  }
}
