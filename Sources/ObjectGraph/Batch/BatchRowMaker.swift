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
    let index: Int
    let slot: Int
    let kind: SlotKind

    var bit: UInt64 { 1 << UInt64(index) }
  }

  let rows: BatchRows
  private let values: BatchValues
  private let layout: EntityLayout

  /// Nothing for an entity whose rows take more.
  private var columns: [Column] = []
  private var finder: ColumnFinder
  private let opensRows: Bool

  /// A bit for each relationship that must be given, and for each attribute that must have a value.
  private var mandatoryLinks: UInt64 = 0
  private var mandatoryAttributes: UInt64 = 0
  /// A bit for each attribute that is kept in the row.
  private var storedAttributes: UInt64 = 0

  /// Longer texts are kept by themselves.
  private static let greatestTextLength = 1 << 16

  init(_ values: BatchValues) {
    self.values = values
    layout = values.binding.layout
    rows = BatchRows(layout: layout)
    opensRows = BatchRows.canOpen(layout) && layout.composites.isEmpty
    var numbers: [String: Int] = [:]
    for property in layout.properties
    where opensRows && property.isStored && !property.isOrderKey {
      let column = Column(index: property.index, slot: property.slot, kind: property.kind)
      let isPlain =
        property.derivation == nil && property.transformer == nil && !property.isUntyped
      if isPlain, Self.takes(property.kind) {
        numbers[property.name] = columns.count
        columns.append(column)
      }
      if property.attribute != nil { storedAttributes |= column.bit }
      guard !property.isOptional else { continue }
      if property.kind == .toOne {
        mandatoryLinks |= column.bit
      } else if !property.isSequence, property.derivation == nil {
        mandatoryAttributes |= column.bit
      }
    }
    finder = ColumnFinder(numbers)
  }

  private static func takes(_ kind: SlotKind) -> Bool {
    switch kind {
    case .integer16, .integer32, .integer64, .boolean, .double, .date, .string, .toOne: true
    case .float, .decimal, .data, .externalData, .uuid, .uri, .toMany: false
    }
  }

  // MARK: Dictionaries

  /// - Throws: as `BatchValues.newRow(_:at:)`.
  mutating func add(_ dictionary: [String: Any]) throws {
    if opensRows, addQuickly(dictionary) { return }
    rows.append(try values.newRow(dictionary, at: rows.count))
  }

  private mutating func addQuickly(_ dictionary: [String: Any]) -> Bool {
    var row = rows.open()
    var given: UInt64 = 0
    // Keys and values apart: an iteration over both copies more than it has to.
    let (keys, values) = (dictionary.keys, dictionary.values)
    var place = dictionary.startIndex
    while place != dictionary.endIndex {
      guard let number = finder.number(of: keys[place]) else { return false }
      let column = columns[number]
      // By a name of its own the value is opened: what is generic sees its type, and not `Any`.
      let value = values[place]
      guard take(value, column, &row) else { return false }
      given |= column.bit
      dictionary.formIndex(after: &place)
    }
    guard given & mandatoryLinks == mandatoryLinks, row.nulls & mandatoryAttributes == 0 else {
      return false
    }
    rows.close(row, given: given)
    return true
  }

  /// Puts a value into the row.
  ///
  /// - Returns: false for one of another type than the column's.
  @inline(__always)
  private func take<Value>(_ value: Value, _ column: Column, _ row: inout OpenRow) -> Bool {
    let word: UInt64
    switch column.kind {
    case .integer16, .integer32, .integer64:
      guard let number = PlainValue.integer(value), column.kind.holds(number) else { return false }
      word = UInt64(bitPattern: number)
    case .double:
      guard let number = PlainValue.double(value) else { return false }
      word = number.bitPattern
    case .date:
      guard let date = PlainValue.date(value) else { return false }
      word = date.timeIntervalSinceReferenceDate.bitPattern
    case .boolean:
      guard let flag = PlainValue.boolean(value) else { return false }
      word = flag ? 1 : 0
    case .string:
      guard let text = PlainValue.text(value) else { return false }
      return take(text, column.index, slot: column.slot, &row)
    case .toOne:
      guard let key = reference(value, column.index) else { return false }
      word = UInt64(bitPattern: key)
    default: return false
    }
    row.set(column.index, slot: column.slot, word: word)
    return true
  }

  private func take(
    _ text: consuming String, _ index: Int, slot: Int, _ row: inout OpenRow
  ) -> Bool {
    text.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      if row.set(index, slot: slot, bytes: bytes) { return true }
      guard bytes.count <= Self.greatestTextLength else { return false }
      row = rows.enlarge(row, by: bytes.count)
      return row.set(index, slot: slot, bytes: bytes)
    }
  }

  /// The reference of an object that the relationship may lead to, where that is all that it takes.
  private func reference<Value>(_ value: Value, _ property: Int) -> Int64? {
    guard Value.self == ManagedObjectID.self else { return nil }
    return withUnsafeBytes(of: value) { bytes in
      guard let id = bytes.baseAddress?.assumingMemoryBound(to: ManagedObjectID.self),
        rows.takesLink(property, to: id)
      else { return nil }
      return id.pointee.reference
    }
  }

  // MARK: Objects

  /// - Throws: as `BatchValues.newRow(of:at:)`.
  /// - Returns: whether the object's row is its own still.
  mutating func add(_ object: ManagedObject) throws -> Bool {
    let given = object.changedMask & storedAttributes
    if opensRows, mandatoryLinks == 0, let row = object.row,
      row.nulls & mandatoryAttributes == 0
    {
      rows.append(copyOf: row, given: given)
      return true
    }
    rows.append(try values.newRow(of: object, at: rows.count))
    return false
  }
}
