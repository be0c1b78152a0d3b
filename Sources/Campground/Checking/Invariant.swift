import ObjectGraph

/// A rule that everything in a store obeys, whatever was done at the desk.
protocol Invariant: Sendable {
  /// The title of the rule, as a plural: `Nights of stays`.
  var title: String { get }

  /// The things that break the rule.
  func violations(in service: CheckService) throws -> [Violation]
}

/// A thing that breaks a rule.
struct Violation {
  let subject: String
  let problem: String
  let repair: String
}
