/// What saving a scratch pad wrote to the store.
public struct SavedWork: Sendable, Hashable {
  /// The code that a new reservation, sale or waitlist entry received.
  public struct Code: Sendable, Hashable {
    /// The code in the scratch pad, `R-new1`.
    public let placeholder: String

    /// The code from now on, `R-1`.
    public let final: String
  }

  /// The number of changes.
  public let work: UnsavedWork

  /// The new codes, in the order in which the objects were made.
  public let codes: [Code]
}
