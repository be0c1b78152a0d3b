/// Something in a store that no command can have written.
public struct StoreFinding: Sendable, Hashable {
  /// The title of the rule that is broken: `Nights of stays`.
  public let rule: String

  /// What it is about: `R-1`.
  public let subject: String

  /// What is wrong, as a phrase that continues the subject.
  public let problem: String

  /// What to do about it, as a phrase.
  public let repair: String
}
