import Foundation
import ObjectModel
import ObjectStore

/// Makes the rows of a batch insertion.
///
/// Values of an attribute's own Swift type go straight into the row. Whatever takes more, such as a
/// conversion, a composite attribute or a refusal, goes the way of key-value coding, which gives
/// the same row or tells what is wrong.
struct BatchRowMaker {
  let rows: BatchRows
  private let values: BatchValues
  private let layout: EntityLayout

  /// It knows no column of an entity whose rows take more.
  private let finder: ColumnFinder
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
    var columns: [String: BatchColumn] = [:]
    for property in layout.properties
    where opensRows && property.isStored && !property.isOrderKey {
      let column = BatchColumn(index: property.index, slot: property.slot, kind: property.kind)
      let isPlain =
        property.derivation == nil && property.transformer == nil && !property.isUntyped
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
    var (keys, values) = (dictionary.keys.makeIterator(), dictionary.values.makeIterator())
    while let key = keys.next(), let value = values.next() {
      guard let column = finder.column(of: key) else { return false }
      func take<Value>(_ value: Value) -> Bool { put(PlainValue(value: value), column, &row) }
      guard _openExistential(value, do: take) else { return false }
      given |= column.bit
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
  private func put<Value>(
    _ value: PlainValue<Value>, _ column: BatchColumn, _ row: inout OpenRow
  ) -> Bool {
    let word: UInt64
    switch column.kind {
    case .integer16, .integer32, .integer64:
      guard let number = value.integer, column.kind.holds(number) else { return false }
      word = UInt64(bitPattern: number)
    case .double:
      guard let number = value.double else { return false }
      word = number.bitPattern
    case .date:
      guard let date = value.cast(to: Date.self) else { return false }
      word = date.timeIntervalSinceReferenceDate.bitPattern
    case .boolean:
      guard let flag = value.cast(to: Bool.self) else { return false }
      word = flag ? 1 : 0
    case .string:
      guard let text = value.cast(to: String.self) else { return false }
      return put(text, column, &row)
    case .toOne:
      guard let id = value.cast(to: ManagedObjectID.self), rows.takesLink(column.index, to: id)
      else { return false }
      word = UInt64(bitPattern: id.reference)
    default: return false
    }
    row.set(column.index, slot: column.slot, word: word)
    return true
  }

  @inline(__always)
  private func put(_ text: String, _ column: BatchColumn, _ row: inout OpenRow) -> Bool {
    let taken = text.utf8.withContiguousStorageIfAvailable { bytes in
      row.set(column.index, slot: column.slot, bytes: UnsafeRawBufferPointer(bytes))
    }
    return taken == true || putLarge(text, column, &row)
  }

  /// Puts a text into the row for which there is no room yet.
  @inline(never)
  private func putLarge(_ text: String, _ column: BatchColumn, _ row: inout OpenRow) -> Bool {
    var text = text
    return text.withUTF8 { text in
      let bytes = UnsafeRawBufferPointer(text)
      guard bytes.count <= Self.greatestTextLength else { return false }
      row = rows.enlarge(row, by: bytes.count)
      return row.set(column.index, slot: column.slot, bytes: bytes)
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
