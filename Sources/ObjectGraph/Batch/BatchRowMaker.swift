import Foundation
import ObjectModel
import ObjectStore

/// Creates the rows of a batch insertion.
///
/// Values of an attribute's own Swift type go straight into the row. Everything else, such as a
/// conversion, a composite attribute or an invalid value, goes through key-value coding, which
/// produces the same row or throws an error.
struct BatchRowMaker {
  let rows: BatchRows
  private let values: BatchValues
  private let layout: EntityLayout

  /// Empty for an entity whose rows need key-value coding.
  private let finder: ColumnFinder
  private let isQuick: Bool

  /// The row being filled; it is reused for the next one.
  private var row: Row

  /// The store of the objects referenced before, and their entities by the relationships' indexes.
  private let storeAddress: ObjectIdentifier
  private var entityAddresses: [ObjectIdentifier?]

  /// A bit for each mandatory relationship, and for each attribute that must have a value.
  private var mandatoryLinks: UInt64 = 0
  private var mandatoryAttributes: UInt64 = 0
  /// A bit for each attribute that is stored in the row.
  private var storedAttributes: UInt64 = 0

  /// - Parameter store: the store of the rows.
  init(_ values: BatchValues, in store: StoreIdentity) {
    self.values = values
    layout = values.binding.layout
    rows = BatchRows(layout: layout)
    row = layout.template.copy(extraBytes: 96)
    storeAddress = ObjectIdentifier(store)
    entityAddresses = Array(repeating: nil, count: layout.properties.count)
    // Masks have a bit for each property.
    isQuick = layout.properties.count < 64 && layout.composites.isEmpty
    var columns: [String: BatchColumn] = [:]
    for property in layout.properties where isQuick && property.isStored && !property.isOrderKey {
      let column = BatchColumn(index: property.index, slot: property.slot, kind: property.kind)
      let isPlain = property.derivation == nil && property.transformer == nil && !property.isUntyped
      if isPlain, Self.takes(property.kind) { columns[property.name] = column }
      if property.attribute != nil { storedAttributes |= column.bit }
      guard !property.isOptional else { continue }
      if property.kind == .toOne {
        mandatoryLinks |= column.bit
      } else if !property.isSequence, property.derivation == nil {
        mandatoryAttributes |= column.bit
      }
    }
    finder = ColumnFinder(columns)
  }

  private static func takes(_ kind: SlotKind) -> Bool {
    switch kind {
    case .integer16, .integer32, .integer64, .boolean, .double, .date, .string, .toOne: true
    case .orderKey, .float, .decimal, .data, .externalData, .uuid, .uri, .toMany: false
    }
  }

  // MARK: Dictionaries

  /// - Throws: errors of `BatchValues.newRow(_:at:)`.
  mutating func add(_ dictionary: [String: Any]) throws {
    if isQuick, addQuickly(dictionary) { return }
    let new = try values.newRow(dictionary, at: rows.count)
    rows.append(new.row, given: new.given)
  }

  private mutating func addQuickly(_ dictionary: [String: Any]) -> Bool {
    row.reset(to: layout.template)
    var given: UInt64 = 0
    // Separate iterators for keys and values: iterating over pairs makes unnecessary copies.
    var (keys, values) = (dictionary.keys.makeIterator(), dictionary.values.makeIterator())
    while let key = keys.next(), let value = values.next() {
      guard let column = finder.column(of: key) else { return false }
      func take<Value>(_ value: Value) -> Bool { put(value, column) }
      guard _openExistential(value, do: take) else { return false }
      given |= column.bit
    }
    guard given & mandatoryLinks == mandatoryLinks, row.nulls & mandatoryAttributes == 0 else {
      return false
    }
    rows.append(row, given: given)
    return true
  }

  /// Puts a value into the row.
  ///
  /// Generic, so that the value's type is determined only once.
  ///
  /// - Returns: false if the value's type is not the column's.
  @inline(__always)
  private mutating func put<Value>(_ value: Value, _ column: BatchColumn) -> Bool {
    let word: UInt64
    switch column.kind {
    case .integer16, .integer32, .integer64:
      guard let number = ExactValue.integer(value), column.kind.holds(number) else { return false }
      word = UInt64(bitPattern: number)
    case .double:
      guard let number = ExactValue.double(value) else { return false }
      word = number.bitPattern
    case .date:
      guard let date = ExactValue.of(value, Date.self) else { return false }
      word = date.timeIntervalSinceReferenceDate.bitPattern
    case .boolean:
      guard let flag = ExactValue.of(value, Bool.self) else { return false }
      word = flag ? 1 : 0
    case .string:
      guard let text = ExactValue.of(value, String.self) else { return false }
      return put(text, column)
    case .toOne:
      guard let id = ExactValue.of(value, ManagedObjectID.self), mayLead(column, to: id) else {
        return false
      }
      word = UInt64(bitPattern: id.reference)
    default: return false
    }
    row.set(column.index, slot: column.slot, integer: Int64(bitPattern: word))
    return true
  }

  @inline(__always)
  private mutating func put(_ text: String, _ column: BatchColumn) -> Bool {
    let isPut = text.utf8.withContiguousStorageIfAvailable { bytes in
      row.set(column.index, slot: column.slot, bytes: UnsafeRawBufferPointer(bytes))
    }
    return isPut == true || putLarge(text, column)
  }

  /// Puts a string into the row that does not fit into its free space.
  @inline(never)
  private mutating func putLarge(_ text: String, _ column: BatchColumn) -> Bool {
    var text = text
    return text.withUTF8 { text in
      row = row.copy(extraBytes: text.count + 96)
      return row.set(column.index, slot: column.slot, bytes: UnsafeRawBufferPointer(text))
    }
  }

  /// Whether a relationship may refer to an object, as far as is known without reading the store.
  @inline(__always)
  private mutating func mayLead(_ column: BatchColumn, to id: ManagedObjectID) -> Bool {
    // Addresses are compared, not references: retaining objects shared among threads is the main
    // cost.
    guard id.reference > 0, id.store.map({ ObjectIdentifier($0) }) == storeAddress else {
      return false
    }
    return entityAddresses[column.index] == ObjectIdentifier(id.entityIdentity)
      || mayLeadElsewhere(column, to: id)
  }

  @inline(never)
  private mutating func mayLeadElsewhere(_ column: BatchColumn, to id: ManagedObjectID) -> Bool {
    guard values.mayLead(layout.properties[column.index], to: id.entity) else { return false }
    entityAddresses[column.index] = ObjectIdentifier(id.entityIdentity)
    return true
  }

  // MARK: Objects

  /// - Throws: errors of `BatchValues.newRow(of:at:)`.
  mutating func add(_ object: ManagedObject) throws {
    if isQuick, mandatoryLinks == 0, let row = object.row, row.nulls & mandatoryAttributes == 0 {
      return rows.append(row, given: object.changedMask & storedAttributes)
    }
    let new = try values.newRow(of: object, at: rows.count)
    rows.append(new.row, given: new.given)
  }
}
