import Foundation
import ObjectModel

/// Collects the errors of several checks, to throw them as one error.
///
///     override func validateForInsert() throws {
///       var errors = ValidationErrors()
///       errors.collect { try super.validateForInsert() }
///       errors.collect { try checkDates() }
///       try errors.throwAll()
///     }
public struct ValidationErrors {
  /// The errors so far; combined errors are split up.
  public private(set) var errors: [any Error] = []

  /// Creates an empty collection.
  public init() {}

  /// Runs a check and collects its error, if any.
  public mutating func collect(_ check: () throws -> Void) {
    do {
      try check()
    } catch {
      add(error)
    }
  }

  /// Adds an error; an error of code 1560 is split up.
  public mutating func add(_ error: any Error) {
    if let error = error as? ObjectGraphError, error.code == .validationMultipleErrors {
      errors += error.underlyingErrors as [any Error]
    } else {
      errors.append(error)
    }
  }

  /// Throws the collected errors; does nothing if there are none.
  ///
  /// - Throws: a single error, or code 1560 with all errors if there are several.
  public func throwAll() throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw ObjectGraphError(
      .validationMultipleErrors, "\(errors.count) values are not valid",
      underlyingErrors: errors.map { error in
        error as? ObjectGraphError
          ?? ObjectGraphError(
            .managedObjectValidation, "\(error)", details: .init(.underlyingError, error))
      })
  }
}
