import CommandKit
import Foundation

/// The files that commands name.
extension Session {
  /// The path that a command names, the tilde expanded.
  ///
  /// - Throws: a diagnostic when it leads to the store.
  func path(
    of command: ParsedCommand, _ key: ParameterKey<String>
  ) throws(Diagnostic) -> String {
    let path = (try command.require(key) as NSString).expandingTildeInPath
    guard !storeFiles.contain(path) else {
      throw command.diagnostic(
        "\(path) is the store itself", hint: "name another file", at: key)
    }
    return path
  }

  /// Opens the file that a command names, to write it from its beginning.
  ///
  /// A file that has something in it is replaced where the command says so, where somebody who is
  /// asked does, and where all is accepted unasked.
  ///
  /// - Returns: nil where the answer is no; the file is then as it was.
  /// - Throws: a diagnostic at the path, with status 73 for a file that stays as it was because
  ///   nobody can be asked, or that cannot be made.
  func fileToWrite(
    _ command: ParsedCommand, _ key: ParameterKey<String>
  ) throws(Diagnostic) -> DescriptorDestination? {
    let path = try path(of: command, key)
    let isAgreed = command.has(.replace) || acceptsAll
    do throws(Diagnostic) {
      let file = try DescriptorDestination(path: path)
      guard file.holdsSomething else { return file }
      if !isAgreed {
        guard let ask else {
          throw Diagnostic(
            "\(path) is there already",
            hint: "replace behind it writes it anew; or name another file",
            exitStatus: .cannotCreate)
        }
        guard ask("\(path) is there already. Replace it?") else { return nil }
      }
      try file.empty()
      return file
    } catch {
      throw command.diagnostic(error.message, hint: error.hint, at: key)
        .with(exitStatus: error.exitStatus)
    }
  }

  /// Refuses the word for replacing a file in a command that names none.
  func refuseReplacing(_ command: ParsedCommand, hint: String) throws(Diagnostic) {
    guard command.has(.replace) else { return }
    throw command.diagnostic(
      "replace is about a file, and none is named", hint: hint, at: ParameterKey<Bool>.replace)
  }

  /// What is said of a file that was left as it was.
  static let nothingWritten = Answer.text("Nothing was written\n")
}
