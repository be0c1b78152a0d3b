import CommandKit
import Foundation
import ObjectGraph

/// Scripts that commands run, and variables from the command line.
extension Session {
  /// The most scripts that run one another, so that one that runs itself ends.
  private static let mostScripts = 16

  /// Runs the commands of a file, up to the first error.
  ///
  /// - Throws: a fault with exit status 66 for a file that cannot be read, and for too many scripts
  ///   within one another; the diagnostics of commands.
  func read(_ name: String, for text: CommandText) throws {
    guard scriptCount < Self.mostScripts else {
      throw ValueFault(
        "\(name) is run by \(Self.mostScripts) scripts within one another",
        hint: "does a script run itself?", at: "file")
    }
    scriptCount += 1
    defer { scriptCount -= 1 }
    let path = Self.path(name, relativeTo: text.file)
    var script = try ScriptReader(content(of: path, at: "file"), file: path)
    while !isOver, let command = try script.next() {
      try run(command)
      // The interrupt may have come between two commands.
      if stack.persistentStoreCoordinator.isInterrupted {
        throw Diagnostic(
          "interrupted", file: path, at: command.range, exitStatus: .interrupted)
      }
    }
  }

  /// A path that a script names, which is relative to the script.
  private static func path(_ name: String, relativeTo script: String?) -> String {
    guard let script, !script.hasPrefix("<"), !name.hasPrefix("/"), !name.hasPrefix("~") else {
      return name
    }
    let folder = script.parentFolder
    return folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
  }

  /// Sets a variable as `NAME=VALUE`.
  ///
  /// - Throws: a diagnostic with status 64 for a name that no variable may have, or without a value.
  package func define(_ assignment: String) throws(Diagnostic) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard parts.count == 2, VariableValue.isName(name) else {
      throw Diagnostic(
        "\"\(assignment)\" sets no variable", hint: "write -v NAME=VALUE, like -v year=2027",
        file: "campground", exitStatus: .usage)
    }
    variables[name] = value(of: String(parts[1]))
  }

  private func value(of text: String) -> VariableValue {
    let isNumber = text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) != nil
    let isWord = ["yes", "no", "true", "false"].contains(text.lowercased())
    return VariableValue(text: text, literal: isNumber || isWord ? text : date(meantBy: text))
  }
}
