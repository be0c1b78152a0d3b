/// A site of the class within which stays float, with the nights that floating stays cannot have.
struct AssignableSite: Sendable {
  /// The name of the site.
  let name: String

  /// Its fixed stays and closures, in any order; they may overlap.
  let taken: [TakenSpan]
}
