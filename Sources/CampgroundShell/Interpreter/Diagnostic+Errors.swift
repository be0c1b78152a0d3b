import Campground
import CommandKit
import Foundation
import ObjectGraph

extension Diagnostic {
  /// An error of a command, for the user.
  ///
  /// An error of the store, or a business error that no single word is to blame for, carries the
  /// position of the whole command, so that the line of a script can be found, and shows no
  /// excerpt.
  init(_ error: any Error, about text: CommandText) {
    switch error {
    case let diagnostic as Diagnostic: self = diagnostic
    case let error as UnsavedCommandError: self.init(error.reason, about: text)
    case let error as CampgroundError:
      self.init("\(error)", hint: error.hint, file: text.file, at: text.range)
    case let error as BackupError:
      self.init(error.description, hint: error.advice, file: text.file, at: text.range)
    case let error as ObjectGraphError:
      self.init(error)
      file = text.file
      range = text.range
    case let error as CustomStringConvertible:
      self.init(error.description, file: text.file, at: text.range)
    default:
      self.init(
        error.localizedDescription, file: text.file, at: text.range, exitStatus: .software)
    }
  }

  /// An error of the engine.
  ///
  /// - Parameter outputs: the paths of files that were to be created or written.
  package init(_ error: ObjectGraphError, writing outputs: [String] = []) {
    let words = StoreWords(error)
    var message = words.reason
    for underlying in error.underlyingErrors { message += "\n- \(StoreWords(underlying).reason)" }
    self.init(message, hint: words.repair, exitStatus: error.exitStatus(writing: outputs))
  }
}
