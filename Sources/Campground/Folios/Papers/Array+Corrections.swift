extension [FolioEntry] {
  /// The lines without those that were taken back by others among them, and without these: what was
  /// taken back on another bill, or not as a whole, stays.
  var withoutCorrections: [FolioEntry] {
    let present = Set(map(\.objectID))
    return filter { line in
      guard let other = line.reverses ?? line.reversedBy else { return true }
      return !present.contains(other.objectID) || other.amountMinor != -line.amountMinor
    }
  }
}
