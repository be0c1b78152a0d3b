import Foundation
import ObjectModel
import ObjectStore

/// Makes the rows of a batch insertion.
///
/// Values of an attribute's own Swift type go straight into the row. Whatever takes more, such as a
/// conversion, a composite attribute or a refusal, goes the way of key-value coding, which gives the
/// same row or tells what is wrong.
struct BatchRowMaker {
  private struct Column {
    let key: String
    let property: PropertyLayout
    let index: Int
    let slot: Int
    let kind: SlotKind

    var bit: UInt64 { 1 << UInt64(index) }
  }

  private typealias Link = (property: PropertyLayout, id: ManagedObjectID)

  private let values: BatchValues
  private let layout: EntityLayout

  /// Nil for an entity whose rows take more.
  private let columns: [String: Column]?
  /// A bit for each relationship that must be given, and the attributes that must have a value.
  private var mandatoryLinks: UInt64 = 0
  private var mandatoryAttributes: [Int] = []
  /// A bit for each attribute that is kept in the row.
  private var storedAttributes: UInt64 = 0

  /// The columns as the last dictionary had them: the next one mostly has the same keys, and often in
  /// the same order.
  private var lastColumns: [Column] = []
  private var linkCount = 0
  private var room = 96
  private var lastGiven: (mask: UInt64, indexes: [Int]) = (0, [])

  init(_ values: BatchValues) {
    self.values = values
    layout = values.binding.layout
    // A mask has a bit for each of 63 properties.
    guard layout.properties.count < 64, layout.composites.isEmpty else {
      columns = nil
      return
    }
    var columns: [String: Column] = [:]
    for property in layout.properties where property.isStored && !property.isOrderKey {
      let column = Column(
        key: property.name, property: property, index: property.index, slot: property.slot,
        kind: property.kind)
      let isPlain =
        property.derivation == nil && property.transformer == nil && !property.isUntyped
      if isPlain, Self.takes(property.kind) { columns[property.name] = column }
      if property.attribute != nil { storedAttributes |= column.bit }
      guard !property.isOptional else { continue }
      if property.kind == .toOne {
        mandatoryLinks |= column.bit
      } else if !property.isSequence, property.derivation == nil {
        mandatoryAttributes.append(property.index)
      }
    }
    self.columns = columns
  }

  private static func takes(_ kind: SlotKind) -> Bool {
    switch kind {
    case .integer16, .integer32, .integer64, .boolean, .double, .date, .string, .toOne: true
    case .float, .decimal, .data, .externalData, .uuid, .uri, .toMany: false
    }
  }

  // MARK: Dictionaries

  /// - Throws: as `BatchValues.newRow(_:at:)`.
  mutating func newRow(
    _ dictionary: [String: Any], at place: Int
  ) throws -> BatchInsertPlan.NewRow {
    if let columns, let row = quickRow(dictionary, columns) { return row }
    return try values.newRow(dictionary, at: place)
  }

  private mutating func quickRow(
    _ dictionary: [String: Any], _ columns: [String: Column]
  ) -> BatchInsertPlan.NewRow? {
    var row = layout.template.copy(extraBytes: room)
    var links: [Link] = []
    links.reserveCapacity(linkCount)
    var given: UInt64 = 0
    var place = 0
    for (key, value) in dictionary {
      if place == lastColumns.count || lastColumns[place].key != key {
        guard let column = columns[key] else { return nil }
        lastColumns.removeSubrange(place...)
        lastColumns.append(column)
      }
      let (index, slot) = (lastColumns[place].index, lastColumns[place].slot)
      let kind = lastColumns[place].kind
      given |= lastColumns[place].bit
      switch kind {
      case .integer16, .integer32, .integer64:
        guard let number = Self.integer(value), kind.holds(number) else { return nil }
        row.set(index, slot: slot, integer: number)
      case .double:
        guard type(of: value) == Double.self, let number = value as? Double else { return nil }
        row.set(index, slot: slot, double: number)
      case .date:
        guard type(of: value) == Date.self, let date = value as? Date else { return nil }
        row.set(index, slot: slot, double: date.timeIntervalSinceReferenceDate)
      case .boolean:
        guard type(of: value) == Bool.self, let flag = value as? Bool else { return nil }
        row.set(index, slot: slot, integer: flag ? 1 : 0)
      case .string:
        guard type(of: value) == String.self, var text = value as? String else { return nil }
        text.withUTF8 { set($0, in: &row, index, slot) }
      case .toOne:
        guard type(of: value) == ManagedObjectID.self, let id = value as? ManagedObjectID else {
          return nil
        }
        links.append((lastColumns[place].property, id))
      default: return nil
      }
      place += 1
    }
    linkCount = links.count
    return newRow(row, links, given: given)
  }

  private mutating func set(
    _ bytes: UnsafeBufferPointer<UInt8>, in row: inout Row, _ index: Int, _ slot: Int
  ) {
    let bytes = UnsafeRawBufferPointer(bytes)
    if row.set(index, slot: slot, bytes: bytes) { return }
    // The rows to come are probably as long.
    room = min(room + bytes.count, Self.greatestRoom)
    row = row.copy(extraBytes: bytes.count + room)
    _ = row.set(index, slot: slot, bytes: bytes)
  }

  private static let greatestRoom = 4096

  /// The integer of the types that are used most.
  private static func integer(_ value: Any) -> Int64? {
    let type = Swift.type(of: value)
    if type == Int.self { return (value as? Int).map { Int64($0) } }
    if type == Int16.self { return (value as? Int16).map { Int64($0) } }
    if type == Int32.self { return (value as? Int32).map { Int64($0) } }
    if type == Int64.self { return value as? Int64 }
    return nil
  }

  // MARK: Objects

  /// - Throws: as `BatchValues.newRow(of:at:)`.
  mutating func newRow(
    of object: ManagedObject, at place: Int
  ) throws -> BatchInsertPlan.NewRow {
    if columns != nil, let row = object.row {
      let given = object.changedMask & storedAttributes
      let key = object.key
      if let new = newRow(row, [], given: given, key: key) { return new }
    }
    return try values.newRow(of: object, at: place)
  }

  // MARK: Both

  /// - Returns: nil when something mandatory is missing.
  private mutating func newRow(
    _ row: Row, _ links: [Link], given: UInt64, key: Int64? = nil
  ) -> BatchInsertPlan.NewRow? {
    guard given & mandatoryLinks == mandatoryLinks else { return nil }
    for index in mandatoryAttributes where row.isNull(index) { return nil }
    row.identify(key: key ?? ManagedObjectID.nextTemporaryReference(), version: 0)
    if given != lastGiven.mask {
      let indexes = layout.properties.indices.filter { given & 1 << UInt64($0) != 0 }
      lastGiven = (given, indexes)
    }
    return .init(row: row, links: links, given: lastGiven.indexes)
  }
}
