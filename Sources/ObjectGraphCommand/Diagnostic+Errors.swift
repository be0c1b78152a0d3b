import CommandKit
import Foundation
import ObjectGraph

extension Diagnostic {
  /// Creates a diagnostic for an engine error and its underlying errors, worded for users of the
  /// program.
  ///
  /// - Parameters:
  ///   - outputs: the paths of the files that the command was to write.
  ///   - canWait: whether the command has the option `--timeout`.
  init(_ error: ObjectGraphError, writing outputs: [String] = [], canWait: Bool = false) {
    let causes = error.underlyingErrors.map { "\n- \($0.message)" }.joined()
    let status = error.exitStatus(writing: outputs)
    self.init(
      error.code == .migrationCancelled
        ? "canceled; the store is unchanged" : error.message + causes,
      hint: error.code == .persistentStoreOpen && status == .cannotCreate
        ? Self.advice(onWriting: error, outputs) : error.advice(canWait: canWait),
      file: ObjectGraphProgram.name, exitStatus: status)
  }

  private static func advice(onWriting error: ObjectGraphError, _ outputs: [String]) -> String {
    let path = error.details[.filePath]
    return path.map(outputs.contains) ?? false
      ? "give --backup the path of a new file in a folder that can be written"
      : ObjectGraphError.copyAdvice
  }
}

extension ObjectGraphError {
  static let copyAdvice = "copy the store to a place that can be written, and migrate the copy"

  /// A hint for command-line users, as the engine's own repairs address developers.
  fileprivate func advice(canWait: Bool) -> String? {
    switch code {
    case .migrationCancelled: nil
    case .persistentStoreOpen where details[.sqliteResultCode] == nil:
      "check the path, and the permissions of the file and of its folder"
    case .persistentStoreOperation where exitStatus() == .cannotCreate: Self.copyAdvice
    case .persistentStoreTimeout:
      "wait until the other process is done and try again"
        + (canWait ? ", or wait for longer with --timeout" : "")
    case .migrationMissingSourceModel:
      "name the version that made it with --from; --to has to be an .xcdatamodeld that has it"
    case .migrationMissingMappingModel, .inferredMappingModel:
      "give a mapping model for the step with --mapping"
    case .migrationConstraintViolation:
      "make them different in the old version, or give a mapping model that leaves some out"
    case .entityMigrationPolicy where details[.underlyingError] == nil:
      "migrate it with the program that has the class: policies written in Swift cannot run here"
    case .entityMigrationPolicy: "mend the object, or change the mapping model"
    case .migration where !underlyingErrors.isEmpty:
      "mend the mapping model, or the objects in the old version"
    default: repair
    }
  }
}
