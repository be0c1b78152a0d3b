/// The ways in which a line can go on at the cursor.
public struct CompletionList: Sendable, Hashable {
  /// How many characters before the cursor a candidate takes the place of.
  public let replacedCount: Int

  /// The candidates as they are to be written, quoted where needed, in the order to show them.
  public let candidates: [String]

  /// Whether the candidates are parts of a key path, which may go on with a point.
  public var isKeyPath = false

  /// What all candidates begin with: how far the line can be completed without asking.
  public var commonBeginning: String {
    guard var common = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      common = String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
    return common
  }
}
