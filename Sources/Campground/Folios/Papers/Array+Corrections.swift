extension [FolioEntry] {
  /// The lines without pairs that cancel out: a line and its reversal are dropped if both are among
  /// them and add up to zero.
  var withoutCorrections: [FolioEntry] {
    let present = Set(map(\.objectID))
    return filter { line in
      guard let other = line.reverses ?? line.reversedBy else { return true }
      return !present.contains(other.objectID) || other.amountMinor != -line.amountMinor
    }
  }
}
