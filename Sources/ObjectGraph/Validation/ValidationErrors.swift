import Foundation
import ObjectModel

/// Collects what several checks throw, to throw it as one error.
///
///     override func validateForInsert() throws {
///       var errors = ValidationErrors()
///       errors.collect { try super.validateForInsert() }
///       errors.collect { try checkDates() }
///       try errors.throwAll()
///     }
public struct ValidationErrors {
  /// The errors so far; those of several properties are taken apart.
  public private(set) var errors: [any Error] = []

  /// Makes a collection without errors.
  public init() {}

  /// Runs a check and keeps what it throws.
  public mutating func collect(_ check: () throws -> Void) {
    do {
      try check()
    } catch {
      add(error)
    }
  }

  /// Keeps an error; one of code 1560 is taken apart.
  public mutating func add(_ error: any Error) {
    if let error = error as? ObjectGraphError, error.code == .validationMultipleErrors {
      errors += error.underlyingErrors as [any Error]
    } else {
      errors.append(error)
    }
  }

  /// Throws what was collected; does nothing when there is nothing.
  ///
  /// - Throws: the error itself when there is one, code 1560 with all of them when there are more.
  public func throwAll() throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw ObjectGraphError(
      .validationMultipleErrors, "\(errors.count) values are not valid",
      underlyingErrors: errors.map { error in
        error as? ObjectGraphError
          ?? ObjectGraphError(
            .managedObjectValidation, "\(error)", details: [NSUnderlyingErrorKey: error])
      })
  }
}
