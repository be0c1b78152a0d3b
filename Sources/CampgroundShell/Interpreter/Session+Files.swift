import CommandKit
import Foundation

/// The files that commands name.
extension Session {
  /// The path given for an argument, with the tilde expanded.
  ///
  /// - Throws: a fault if it leads to the store.
  func path(_ name: String, at argument: String) throws(ValueFault) -> String {
    let path = (name as NSString).expandingTildeInPath
    guard !storeFiles.contain(path) else {
      throw ValueFault("\(path) is the store itself", hint: "choose another file", at: argument)
    }
    return path
  }

  /// The bytes of the file given for an argument.
  ///
  /// - Throws: a fault of the argument, with exit status 66 for a file that cannot be read.
  func content(of name: String, at argument: String) throws(ValueFault) -> Data {
    let path = try path(name, at: argument)
    do {
      return try desk.content(of: path)
    } catch {
      throw ValueFault("\(error)", at: argument, exitStatus: .noInput)
    }
  }

  /// Opens the file given for an argument, to write it from the beginning.
  ///
  /// A file with content is overwritten if the command says so, if the user agrees, or if the
  /// session
  /// accepts everything.
  ///
  /// - Returns: nil if the user declines; the file is then unchanged.
  /// - Throws: a fault of the argument, with exit status 73 if the file exists and nobody can be
  ///   asked,
  ///   or if it cannot be created.
  func fileToWrite(
    _ name: String, at argument: String, replacing isAgreed: Bool
  ) throws(ValueFault) -> DescriptorDestination? {
    let path = try path(name, at: argument)
    do throws(Diagnostic) {
      let file = try DescriptorDestination(path: path)
      guard file.holdsSomething else { return file }
      if !isAgreed, !acceptsAll {
        guard let ask else {
          throw Diagnostic(
            "\(path) already exists",
            hint: "add replace to overwrite it, or choose another file",
            exitStatus: .cannotCreate)
        }
        guard ask("\(path) already exists. Replace it?") else { return nil }
      }
      try file.empty()
      return file
    } catch {
      throw ValueFault(
        error.message, hint: error.hint, at: argument, exitStatus: error.exitStatus)
    }
  }

  /// The answer when the user declines to overwrite a file.
  static let nothingWritten = Answer.text("Nothing was written\n")
}

extension ValueFault {
  /// The fault of a command with `replace` but without a file.
  static func nothingToReplace(hint: String) -> ValueFault {
    ValueFault("replace needs a file", hint: hint, at: "replace")
  }
}
