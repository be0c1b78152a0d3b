/// An error in an evaluation, whose many steps do not throw: the first one is recorded, and thrown
/// at the start of the evaluation.
package final class EvaluationFailure: Sendable {
  private let first = Lock<ObjectGraphError?>(nil)

  private init() {}

  @TaskLocal private static var current: EvaluationFailure?

  /// Runs evaluations.
  ///
  /// - Throws: errors of the closure, and the first one recorded.
  package static func surfacing<Result>(_ body: () throws -> Result) throws -> Result {
    let failure = EvaluationFailure()
    let result = try $current.withValue(failure) { try body() }
    if let error = failure.first.withLock({ $0 }) { throw error }
    return result
  }

  /// Whether the current evaluation has failed and can stop.
  static var isNoted: Bool { current?.first.withLock { $0 != nil } ?? false }

  static func note(_ error: ObjectGraphError) {
    current?.first.withLock { first in
      if first == nil { first = error }
    }
  }
}
