import Glibc
import ObjectModel

/// The new rows of a batch insertion, in the order given.
///
/// They are stored consecutively in a few blocks of memory: a separate allocation for each would
/// cost as much as everything else done before writing it.
package final class BatchRows: @unchecked Sendable {
  // Sound: it is filled by its creator, and then only read.

  /// A separate row, with a temporary key of its own.
  package struct NewRow {
    package let row: Row
    fileprivate let given: [UInt64]

    /// Whether a value, possibly nil, was given for the property.
    package func gives(_ property: PropertyLayout) -> Bool {
      given[property.index >> 6] & 1 << UInt64(property.index & 63) != 0
    }
  }

  /// Memory for records: the number of bytes and words, a bit for each property given, and the
  /// contents of a row.
  private struct Piece {
    let memory: UnsafeMutablePointer<UInt64>
    let capacity: Int
    var used = 0
  }

  private let layout: EntityLayout
  /// The number of words before the row, and before its bytes.
  private let headWords: Int
  private let fixedWords: Int

  // Exclusivity need not be checked at run time, because no method calls out while it changes one
  // of these.
  @exclusivity(unchecked) private var pieces: [Piece] = []
  @exclusivity(unchecked) package private(set) var count = 0

  package init(layout: EntityLayout) {
    self.layout = layout
    headWords = 1 + layout.bitmapWords
    fixedWords = headWords + layout.bitmapWords + layout.slotCount
  }

  deinit {
    for piece in pieces { piece.memory.deallocate() }
  }

  // MARK: Filling

  /// Adds a copy of a row whose to-one relationships refer to primary keys of the store.
  ///
  /// - Parameter given: a bit for each of the first 64 properties that was given.
  package func append(_ row: Row, given: UInt64) {
    let bytes = row.usedBytes
    let words = fixedWords + (bytes + 7) >> 3
    let room = pieces.last.map { $0.capacity - $0.used } ?? 0
    if room < words { addPiece(for: words) }
    let head = pieces[pieces.count - 1].memory + pieces[pieces.count - 1].used
    head[0] = UInt64(bytes) << 32 | UInt64(words)
    for word in 1..<headWords { head[word] = 0 }
    head[1] = given
    row.copyElements(to: head + headWords)
    pieces[pieces.count - 1].used += words
    count += 1
  }

  /// Like `append(_:given:)`, for an entity with any number of properties.
  package func append(_ row: Row, given: [PropertyLayout]) {
    append(row, given: 0)
    guard let piece = pieces.last else { return }
    let words = fixedWords + (row.usedBytes + 7) >> 3
    let bits = piece.memory + piece.used - words + 1
    for property in given { bits[property.index >> 6] |= 1 << UInt64(property.index & 63) }
  }

  /// Each block is twice as large as the one before, up to a large page: most of the cost of many
  /// rows is page faults, one for each page.
  private func addPiece(for words: Int) {
    let usual = min(512 << pieces.count, Self.largePageBytes >> 3)
    let byteCount = max(words, usual) << 3
    let isLarge = byteCount >= Self.largePageBytes
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount, alignment: isLarge ? Self.largePageBytes : 16)
    // If this fails, the pages are ordinary ones, and nothing else changes.
    if isLarge { _ = madvise(memory, byteCount, Int32(MADV_HUGEPAGE)) }
    pieces.append(
      Piece(
        memory: memory.bindMemory(to: UInt64.self, capacity: byteCount >> 3),
        capacity: byteCount >> 3))
  }

  private static let largePageBytes = 1 << 21

  // MARK: Reading

  /// Calls the body with the memory of each row.
  @inline(__always)
  func visit(_ body: (RowMemory) throws -> Void) rethrows {
    try visitRecords { head in try body(memory(head)) }
  }

  /// Calls the body with batches of rows.
  package func visit(piecesOf size: Int, _ body: ([NewRow]) throws -> Void) rethrows {
    var rows: [NewRow] = []
    try visitRecords { head in
      rows.append(newRow(head))
      guard rows.count == size else { return }
      try body(rows)
      rows.removeAll(keepingCapacity: true)
    }
    if !rows.isEmpty { try body(rows) }
  }

  private func newRow(_ head: UnsafeMutablePointer<UInt64>) -> NewRow {
    let bytes = Int(head[0] >> 32)
    let row = Row.make(
      key: ManagedObjectID.nextTemporaryReference(), version: 0, entityNumber: layout.number,
      propertyCount: layout.properties.count, slotCount: layout.slotCount,
      // Leave room, because an object that takes over the row may need more.
      byteCapacity: bytes + 48)
    row.fill(from: memory(head), bytes: bytes)
    return NewRow(row: row, given: (1..<headWords).map { head[$0] })
  }

  @inline(__always)
  private func visitRecords(_ body: (UnsafeMutablePointer<UInt64>) throws -> Void) rethrows {
    for piece in pieces {
      var head = piece.memory
      let end = head + piece.used
      while head < end {
        try body(head)
        head += Int(head[0] & 0xffff_ffff)
      }
    }
  }

  @inline(__always)
  private func memory(_ head: UnsafeMutablePointer<UInt64>) -> RowMemory {
    RowMemory(
      bitmap: head + headWords, slots: head + headWords + layout.bitmapWords,
      bytes: UnsafeMutableRawPointer(head + fixedWords))
  }
}
