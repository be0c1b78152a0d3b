/// A set of sites, identified by their index in the caller's order.
struct SiteSet: Sendable, Hashable {
  private var words: [UInt64]

  /// The number of sites in the set.
  private(set) var count = 0

  /// Makes an empty set for a number of sites.
  init(capacity: Int) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ site: Int) -> Bool {
    words[site >> 6] & (1 << UInt64(site & 63)) != 0
  }

  mutating func insert(_ site: Int) {
    guard !contains(site) else { return }
    words[site >> 6] |= 1 << UInt64(site & 63)
    count += 1
  }

  /// Removes a site, and returns whether it was in the set.
  mutating func remove(_ site: Int) -> Bool {
    guard contains(site) else { return false }
    words[site >> 6] &= ~(1 << UInt64(site & 63))
    count -= 1
    return true
  }
}

extension SiteSet: Sequence {
  /// Iterates over the sites in the caller's order.
  struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var index = 0
    private var rest: UInt64

    fileprivate init(_ words: [UInt64]) {
      self.words = words
      rest = words.first ?? 0
    }

    mutating func next() -> Int? {
      while rest == 0 {
        index += 1
        guard index < words.count else { return nil }
        rest = words[index]
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return index * 64 + bit
    }
  }

  func makeIterator() -> Iterator { Iterator(words) }

  var underestimatedCount: Int { count }
}
