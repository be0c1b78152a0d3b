import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about the shell itself.
extension Session {
  /// `.output`: the name of a form, `-` for standard output, or the path of a file.
  func output(_ command: ParsedCommand) throws -> Answer {
    let target = try command.require(.target)
    let format = OutputFormat(rawValue: target)
    if format != nil || target == "-", command.has(.replace) {
      throw ValueFault.nothingToReplace(
        hint: "a file that is called like a form is written ./\(target)")
    }
    if let format {
      self.format = format
    } else if target == "-" {
      fileDestination = nil
    } else {
      guard
        let file = try fileToWrite(target, at: "target", replacing: command.has(.replace))
      else { return Self.nothingWritten }
      fileDestination = file
    }
    return .nothing
  }
}
