import ObjectModel

/// The numbers of a model's entities by the entities themselves: asked for each object that is
/// looked for by its ID, which a dictionary would take most of the time of.
struct EntityNumbers: Sendable {
  private struct Entry: Sendable {
    var address: UInt = 0
    var number = 0
  }

  /// Open-addressed, at most half full; the length is a power of two.
  private let entries: [Entry]

  init(_ entities: [EntityDescription]) {
    var capacity = 4
    while capacity < entities.count * 2 { capacity *= 2 }
    var entries = Array(repeating: Entry(), count: capacity)
    for (index, entity) in entities.enumerated() {
      let address = Self.address(of: entity)
      var place = Self.hash(address) & (capacity - 1)
      while entries[place].address != 0 { place = (place + 1) & (capacity - 1) }
      entries[place] = Entry(address: address, number: index + 1)
    }
    self.entries = entries
  }

  /// The number of an entity, or nil for one of another model.
  subscript(_ entity: EntityDescription) -> Int? {
    let address = Self.address(of: entity)
    var place = Self.hash(address) & (entries.count - 1)
    while entries[place].address != address {
      if entries[place].address == 0 { return nil }
      place = (place + 1) & (entries.count - 1)
    }
    return entries[place].number
  }

  private static func address(of entity: EntityDescription) -> UInt {
    UInt(bitPattern: ObjectIdentifier(entity))
  }

  private static func hash(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9e37_79b9_7f4a_7c15) >> 40)
  }
}
