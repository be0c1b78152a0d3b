import ObjectStore

/// The keys of a controller's results in order, by section: a value type whose copies share their
/// common parts.
///
/// A section stores its keys in chunks of up to 512, so that a change copies one chunk and the list
/// of chunks, rather than a million keys.
struct ResultList: Sendable {
  /// The place of a result.
  struct Place: Hashable, Sendable {
    var section: Int
    var row: Int
  }

  struct Chunk: Sendable {
    /// Identifies the chunk even after it has moved.
    let number: Int32
    var keys: [RowKey]
  }

  struct Section: Sendable {
    /// Identifies the section even after it has moved.
    let number: Int
    let name: String
    fileprivate(set) var chunks: [Chunk] = []
    fileprivate(set) var count = 0
  }

  private(set) var sections: [Section] = []

  static var greatestChunkSize: Int { 512 }

  /// The number of results; takes a step for each section.
  var count: Int { sections.reduce(0) { $0 + $1.count } }

  /// The key at a place, which must exist.
  func key(at place: Place) -> RowKey {
    let (chunk, index) = sections[place.section].position(of: place.row)
    return sections[place.section].chunks[chunk].keys[index]
  }

  /// The keys of a section in a range of rows.
  func keys(inSection section: Int, rows: Range<Int>) -> [RowKey] {
    var keys: [RowKey] = []
    keys.reserveCapacity(rows.count)
    var start = 0
    for chunk in sections[section].chunks {
      let part = rows.clamped(to: start..<start + chunk.keys.count)
      if !part.isEmpty { keys += chunk.keys[part.lowerBound - start..<part.upperBound - start] }
      start += chunk.keys.count
      if start >= rows.upperBound { break }
    }
    return keys
  }

  /// Calls the body with each key in order.
  func visit(_ body: (RowKey) -> Void) {
    for section in sections {
      for chunk in section.chunks {
        for key in chunk.keys { body(key) }
      }
    }
  }

  /// The place of a key in a chunk; nil if the chunk is gone.
  func place(of key: Int64, inChunk number: Int32) -> Place? {
    for section in sections.indices {
      var start = 0
      for chunk in sections[section].chunks.indices {
        if sections[section].chunks[chunk].number == number {
          guard
            let index = sections[section].chunks[chunk].keys.firstIndex(where: { $0.key == key })
          else {
            return nil
          }
          return Place(section: section, row: start + index)
        }
        start += sections[section].chunks[chunk].keys.count
      }
    }
    return nil
  }

  // MARK: Changing

  mutating func insert(_ section: Section, at index: Int) { sections.insert(section, at: index) }

  mutating func removeEmptySections() { sections.removeAll { $0.count == 0 } }

  /// Appends a chunk to the last section.
  mutating func append(_ chunk: Chunk) {
    sections[sections.count - 1].chunks.append(chunk)
    sections[sections.count - 1].count += chunk.keys.count
  }

  /// Inserts a key.
  ///
  /// - Parameter makeNumber: returns the number of a new chunk.
  /// - Returns: the number of the chunk that contains the key; if a chunk had to be split, also the
  ///   new one with its keys, which may include the inserted one.
  mutating func insert(
    _ key: RowKey, at place: Place, _ makeNumber: () -> Int32
  ) -> (number: Int32, split: Chunk?) {
    sections[place.section].count += 1
    guard !sections[place.section].chunks.isEmpty else {
      let number = makeNumber()
      sections[place.section].chunks = [Chunk(number: number, keys: [key])]
      return (number, nil)
    }
    let (chunk, index) = sections[place.section].position(of: place.row, isGap: true)
    sections[place.section].chunks[chunk].keys.insert(key, at: index)
    let number = sections[place.section].chunks[chunk].number
    let size = sections[place.section].chunks[chunk].keys.count
    guard size > Self.greatestChunkSize else { return (number, nil) }
    let upper = sections[place.section].chunks[chunk].keys[(size / 2)...]
    let new = Chunk(number: makeNumber(), keys: Array(upper))
    sections[place.section].chunks[chunk].keys.removeSubrange((size / 2)...)
    sections[place.section].chunks.insert(new, at: chunk + 1)
    return (index >= size / 2 ? new.number : number, new)
  }

  /// Removes the keys of some chunks for which the body returns true.
  mutating func remove(fromChunks numbers: Set<Int32>, where isGone: (RowKey) -> Bool) {
    for section in sections.indices {
      var isAnyEmpty = false
      for chunk in sections[section].chunks.indices
      where numbers.contains(sections[section].chunks[chunk].number) {
        let before = sections[section].chunks[chunk].keys.count
        sections[section].chunks[chunk].keys.removeAll(where: isGone)
        let after = sections[section].chunks[chunk].keys.count
        sections[section].count -= before - after
        if after == 0 { isAnyEmpty = true }
      }
      if isAnyEmpty { sections[section].chunks.removeAll { $0.keys.isEmpty } }
    }
  }

  /// Replaces an existing key with another.
  mutating func replaceKey(at place: Place, with key: RowKey) {
    let (chunk, index) = sections[place.section].position(of: place.row)
    sections[place.section].chunks[chunk].keys[index] = key
  }
}

extension ResultList.Section {
  /// The chunk of an existing or new row, and the row's index in the chunk.
  ///
  /// - Parameter isGap: whether the row is new, so that it may follow all others of a chunk.
  fileprivate func position(of row: Int, isGap: Bool = false) -> (chunk: Int, index: Int) {
    var rest = row
    for chunk in chunks.indices {
      let count = chunks[chunk].keys.count
      if rest < count || (isGap && rest == count) { return (chunk, rest) }
      rest -= count
    }
    return (chunks.count, rest)
  }
}

extension ResultList {
  /// The place of the first key from which on a condition holds, found by binary search; nil if it
  /// holds for none.
  ///
  /// - Parameter holds: nil for a key about which nothing is known; it is passed over.
  func firstPlace(where holds: (RowKey) -> Bool?) -> Place? {
    var chunks: [(section: Int, chunk: Int, row: Int)] = []
    for section in sections.indices {
      var row = 0
      for chunk in sections[section].chunks.indices {
        chunks.append((section, chunk, row))
        row += sections[section].chunks[chunk].keys.count
      }
    }
    func keys(_ index: Int) -> [RowKey] {
      sections[chunks[index].section].chunks[chunks[index].chunk].keys
    }
    // The first chunk whose keys all follow the place, and the keys of the one before.
    let next = Self.firstIndex(chunks.count) { index in
      for key in keys(index) {
        if let answer = holds(key) { return answer }
      }
      return nil
    }
    if next > 0 {
      let before = keys(next - 1)
      let index = Self.firstIndex(before.count) { holds(before[$0]) }
      if index < before.count {
        return Place(section: chunks[next - 1].section, row: chunks[next - 1].row + index)
      }
    }
    guard next < chunks.count else { return nil }
    return Place(section: chunks[next].section, row: chunks[next].row)
  }

  /// The first of some indexes from which on a condition holds, or their number; one about which
  /// nothing is known counts as the next of which something is.
  private static func firstIndex(_ count: Int, where holds: (Int) -> Bool?) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      var (probe, answer) = (middle, holds(middle))
      while answer == nil, probe + 1 < high {
        probe += 1
        answer = holds(probe)
      }
      if answer == false { low = probe + 1 } else { high = middle }
    }
    return low
  }
}
