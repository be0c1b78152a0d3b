/// What a scratch pad wrote to the store.
public struct SavedWork: Sendable, Hashable {
  /// The code that a new reservation, sale, or somebody new on the waitlist got.
  public struct Code: Sendable, Hashable {
    /// The code in the scratch pad, `R-new1`.
    public let placeholder: String

    /// The code from now on, `R-1`.
    public let final: String
  }

  /// How much it was.
  public let work: UnsavedWork

  /// The codes of what is new, in the order in which it was made.
  public let codes: [Code]
}
