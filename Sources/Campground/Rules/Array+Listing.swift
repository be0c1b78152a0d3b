extension [String] {
  /// `1, 2, 3`; a long list is cut short: `1, 2 and 7 more`.
  package func listed(most: Int = 8, by separator: String = ", ") -> String {
    let shown = prefix(most).joined(separator: separator)
    return count > most ? "\(shown) and \(count - most) more" : shown
  }

  /// `1, 2 and 3`; a long list is cut short.
  package func listedToTheLast(by conjunction: String = "and") -> String {
    guard let last, (2...8).contains(count) else { return listed() }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
