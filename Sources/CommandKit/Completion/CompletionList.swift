/// The ways in which a line can go on at the cursor.
public struct CompletionList: Sendable, Hashable {
  /// Makes a list.
  public init(
    replacedCount: Int, candidates: [String], isKeyPath: Bool = false, words: Set<String> = []
  ) {
    self.replacedCount = replacedCount
    self.candidates = candidates
    self.isKeyPath = isKeyPath
    self.words = words
  }

  /// How many characters before the cursor a candidate takes the place of.
  public let replacedCount: Int

  /// The candidates as they are to be written, quoted where needed, in the order to show them.
  public let candidates: [String]

  /// Whether the candidates are parts of a key path, which may go on with a point.
  public var isKeyPath = false

  /// Candidates beside key paths, which are words of their own.
  public var words: Set<String> = []

  /// Whether a candidate may go on: a folder into it, a relationship over it, a function
  /// with what it is taken of.
  public func goesOn(_ candidate: String) -> Bool {
    if candidate.hasSuffix("/") || candidate.hasSuffix("(") { return true }
    return isKeyPath && !words.contains(candidate)
  }

  /// What all candidates begin with: how far the line can be completed without asking.
  public var commonBeginning: String {
    guard var common = candidates.first else { return "" }
    for candidate in candidates.dropFirst() {
      common = String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
    return common
  }
}
