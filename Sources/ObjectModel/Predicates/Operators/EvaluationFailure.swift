/// What went wrong within an evaluation, none of whose many steps throws: the first of it is noted,
/// and thrown where the evaluation was begun.
package final class EvaluationFailure: Sendable {
  private let first = Lock<ObjectGraphError?>(nil)

  private init() {}

  @TaskLocal private static var current: EvaluationFailure?

  /// Carries out evaluations.
  ///
  /// - Throws: what went wrong in one of them, too.
  package static func surfacing<Result>(_ body: () throws -> Result) throws -> Result {
    let failure = EvaluationFailure()
    let result = try $current.withValue(failure) { try body() }
    if let error = failure.first.withLock({ $0 }) { throw error }
    return result
  }

  /// Whether the evaluations that are being carried out have failed, and need not go on.
  static var isNoted: Bool { current?.first.withLock { $0 != nil } ?? false }

  static func note(_ error: ObjectGraphError) {
    current?.first.withLock { first in
      if first == nil { first = error }
    }
  }
}
