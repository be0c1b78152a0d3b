import CommandKit
import Foundation

/// The files that commands name.
extension Session {
  /// The path that an argument names, the tilde expanded.
  ///
  /// - Throws: a fault when it leads to the store.
  func path(_ name: String, at argument: String) throws(ValueFault) -> String {
    let path = (name as NSString).expandingTildeInPath
    guard !storeFiles.contain(path) else {
      throw ValueFault("\(path) is the store itself", hint: "choose another file", at: argument)
    }
    return path
  }

  /// The bytes of the file that an argument names.
  ///
  /// - Throws: a fault of the argument, with status 66 for a file that cannot be read.
  func content(of name: String, at argument: String) throws(ValueFault) -> Data {
    let path = try path(name, at: argument)
    do {
      return try desk.content(of: path)
    } catch {
      throw ValueFault("\(error)", at: argument, exitStatus: .noInput)
    }
  }

  /// Opens the file that an argument names, to write it from its beginning.
  ///
  /// A file that has something in it is replaced where the command says so, where somebody who is
  /// asked does, and where all is accepted unasked.
  ///
  /// - Returns: nil where the answer is no; the file is then as it was.
  /// - Throws: a fault of the argument, with status 73 for a file that stays as it was because
  ///   nobody can be asked, or that cannot be made.
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

  /// What is said of a file that was left as it was.
  static let nothingWritten = Answer.text("Nothing was written\n")
}

extension ValueFault {
  /// The word for replacing a file in a command that names none.
  static func nothingToReplace(hint: String) -> ValueFault {
    ValueFault("replace needs a file", hint: hint, at: "replace")
  }
}
