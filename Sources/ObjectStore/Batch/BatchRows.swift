import ObjectModel

/// The new rows of a batch insertion, in the order in which they were given.
///
/// Most lie one behind the other in a few pieces of memory: an allocation for each of them would
/// cost as much as all else that is done for it before it is written. A row whose values take more
/// than that is kept by itself.
package final class BatchRows: @unchecked Sendable {
  // Sound: the one who makes it fills it, and from then on it is only read.

  private struct Piece {
    let memory: PieceMemory
    var used = 0
  }

  /// Where all objects are that a relationship was led to.
  struct Destination {
    let store: StoreIdentity?
    let entity: EntityIdentity
  }

  private let layout: EntityLayout

  /// A record of defaults: the mask of what was given, the counts, the null bitmap,
  /// the slots and the bytes.
  private let template: UnsafeMutablePointer<UInt64>
  private let templateBytes: Int
  private let fixedWords: Int
  private let toOneMask: UInt64

  // Exclusivity is not checked at run time: no method calls out while it changes one of these.
  @exclusivity(unchecked) private var pieces: [Piece] = []
  @exclusivity(unchecked) private var whole: [BatchInsertPlan.NewRow] = []

  /// By the index of the relationship; nil for one that no row in the pieces gives.
  @exclusivity(unchecked) private(set) var destinations: [Destination?]
  @exclusivity(unchecked) private var addresses:
    [(store: ObjectIdentifier?, entity: ObjectIdentifier?)]

  @exclusivity(unchecked) package private(set) var count = 0

  private static let headWords = 2
  private static let wholeMark: UInt64 = 1 << 63
  private static let firstPieceWords = 512
  /// Each is twice as large as the one before.
  private static let smallPieceCount = 7

  /// Whether rows of an entity can be opened: masks have a bit for each property.
  package static func canOpen(_ layout: EntityLayout) -> Bool { layout.properties.count < 64 }

  package init(layout: EntityLayout) {
    self.layout = layout
    fixedWords = Self.headWords + layout.bitmapWords + layout.slotCount
    destinations = Array(repeating: nil, count: layout.properties.count)
    addresses = Array(repeating: (nil, nil), count: layout.properties.count)
    toOneMask = layout.toOnes.reduce(0) { mask, property in
      property.index < 64 ? mask | 1 << UInt64(property.index) : mask
    }
    templateBytes = layout.template.usedBytes
    let words = fixedWords + (templateBytes + 7) >> 3
    template = .allocate(capacity: words)
    template.initialize(repeating: 0, count: words)
    layout.template.copyElements(to: template + Self.headWords)
  }

  deinit {
    template.deallocate()
    for piece in pieces { piece.memory.deallocate() }
  }

  // MARK: Filling

  /// A row of defaults, to be filled and closed, or left: there is one at a time.
  package func open() -> OpenRow {
    let words = fixedWords + (templateBytes + 7) >> 3
    let head = place(for: words + Self.usualRoom)
    head.update(from: template, count: words)
    return openRow(head, used: templateBytes)
  }

  /// The words that a row is given for its texts before anything is known of them.
  private static let usualRoom = 12

  /// The same row with room for more bytes.
  package func enlarge(_ row: OpenRow, by count: Int) -> OpenRow {
    let head = row.bitmap - Self.headWords
    let words = fixedWords + (row.used + 7) >> 3
    let larger = newPiece(for: words + (count + 7) >> 3 + Self.usualRoom)
    larger.update(from: head, count: words)
    return openRow(larger, used: row.used)
  }

  /// Takes note of where a relationship of the open row leads to; its slot takes the reference.
  ///
  /// - Returns: false for an object that is not saved, or elsewhere than those before.
  package func takesLink(_ property: Int, to id: ManagedObjectID) -> Bool {
    guard id.reference > 0 else { return false }
    // Not by the references: to retain what many threads share is what costs most here.
    let (known, identity) = (addresses[property], id.entityIdentity)
    if known.store == id.store.map({ ObjectIdentifier($0) }),
      known.entity == ObjectIdentifier(identity)
    {
      return true
    }
    return takesDestination(property, id)
  }

  /// The way of the first destination, and of one that is not what the last one was.
  @inline(never)
  private func takesDestination(_ property: Int, _ id: ManagedObjectID) -> Bool {
    if let destination = destinations[property] {
      return destination.store === id.store && destination.entity.entity === id.entity
    }
    destinations[property] = Destination(store: id.store, entity: id.entityIdentity)
    addresses[property] = (
      id.store.map { ObjectIdentifier($0) }, ObjectIdentifier(id.entityIdentity)
    )
    return true
  }

  /// Adds the open row.
  ///
  /// - Parameter given: a bit for each property that was given.
  package func close(_ row: OpenRow, given: UInt64) {
    let head = row.bitmap - Self.headWords
    let words = fixedWords + (row.used + 7) >> 3
    head[0] = given
    head[1] = UInt64(row.used) << 32 | UInt64(words)
    pieces[pieces.count - 1].used += words
    count += 1
  }

  /// Adds a copy of the attributes of a row.
  package func append(copyOf row: Row, given: UInt64) {
    let bytes = row.usedBytes
    let words = fixedWords + (bytes + 7) >> 3
    let head = place(for: words)
    head[0] = given
    head[1] = UInt64(bytes) << 32 | UInt64(words)
    row.copyElements(to: head + Self.headWords)
    head[Self.headWords] |= toOneMask
    pieces[pieces.count - 1].used += words
    count += 1
  }

  package func append(_ row: BatchInsertPlan.NewRow) {
    let head = place(for: Self.headWords)
    head[0] = UInt64(whole.count)
    head[1] = Self.wholeMark
    whole.append(row)
    pieces[pieces.count - 1].used += Self.headWords
    count += 1
  }

  private func openRow(_ head: UnsafeMutablePointer<UInt64>, used: Int) -> OpenRow {
    let piece = pieces[pieces.count - 1]
    let bytes = head + fixedWords
    return OpenRow(
      bitmap: head + Self.headWords, slots: head + Self.headWords + layout.bitmapWords,
      bytes: UnsafeMutableRawPointer(bytes), used: used,
      room: (piece.memory.words + piece.memory.capacity - bytes) << 3)
  }

  @inline(__always)
  private func place(for words: Int) -> UnsafeMutablePointer<UInt64> {
    if let piece = pieces.last, piece.memory.capacity - piece.used >= words {
      return piece.memory.words + piece.used
    }
    return newPiece(for: words)
  }

  private func newPiece(for words: Int) -> UnsafeMutablePointer<UInt64> {
    let usual =
      pieces.count < Self.smallPieceCount
      ? Self.firstPieceWords << pieces.count : PieceMemory.largePageWords
    let memory = PieceMemory(words: max(usual, words))
    pieces.append(Piece(memory: memory))
    return memory.words
  }

  // MARK: Reading

  /// Calls one of the bodies for each row: with its memory, whose references are keys in the stores
  /// of `destinations`, or with one that is kept by itself.
  @inline(__always)
  func visit(
    _ body: (RowMemory) throws -> Void, whole other: (BatchInsertPlan.NewRow) throws -> Void
  ) rethrows {
    for piece in pieces {
      var head = piece.memory.words
      let end = head + piece.used
      while head < end {
        if head[1] == Self.wholeMark {
          try other(whole[Int(head[0])])
          head += Self.headWords
        } else {
          try body(memory(head))
          head += Int(head[1] & 0xffff_ffff)
        }
      }
    }
  }

  /// The rows one by one, each under a temporary key of its own.
  func visitRows(_ body: (BatchInsertPlan.NewRow) throws -> Void) rethrows {
    var last: (mask: UInt64, indexes: [Int]) = (0, [])
    try visit { memory in
      let head = memory.bitmap - Self.headWords
      if head[0] != last.mask {
        let mask = head[0]
        last = (mask, layout.properties.indices.filter { mask & 1 << UInt64($0) != 0 })
      }
      let row = Row.make(
        key: ManagedObjectID.nextTemporaryReference(), version: 0, entityNumber: layout.number,
        propertyCount: layout.properties.count, slotCount: layout.slotCount,
        byteCapacity: Int(head[1] >> 32))
      row.fill(from: memory, bytes: Int(head[1] >> 32))
      var links: [(property: PropertyLayout, id: ManagedObjectID)] = []
      for property in layout.toOnes where !memory.isNull(property.index) {
        row.setNull(property.index)
        guard let destination = destinations[property.index] else { continue }
        links.append(
          (
            property,
            ManagedObjectID(
              store: destination.store, entity: destination.entity,
              reference: Int64(bitPattern: memory.slots[property.slot]))
          ))
      }
      try body(.init(row: row, links: links, given: last.indexes))
    } whole: {
      try body($0)
    }
  }

  @inline(__always)
  private func memory(_ head: UnsafeMutablePointer<UInt64>) -> RowMemory {
    RowMemory(
      bitmap: head + Self.headWords, slots: head + Self.headWords + layout.bitmapWords,
      bytes: UnsafeMutableRawPointer(head + fixedWords))
  }
}
