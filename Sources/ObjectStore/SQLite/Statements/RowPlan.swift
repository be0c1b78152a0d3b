import ObjectModel
import SQLite

/// The columns that a query for an entity's rows selects, and the positions of their values in a
/// row.
///
/// There is one for each part of a hierarchy and store, used for every query; it must not be used
/// by two threads at once.
final class RowPlan {
  /// `SELECT … FROM table t0`.
  let select: String
  let table: TableMapping
  let layout: EntityLayout
  /// The condition on `Z_ENT` that excludes rows of other entities; nil if the table has no others.
  let entityCondition: String?

  /// Prepared queries, by the text after `select`.
  private var statements: [String: Statement] = [:]

  // Exclusivity need not be checked at run time: a plan is used by one thread, and this is set once.
  @exclusivity(unchecked) private var byKey: Statement?

  /// The statements of fetches, by the words of their shapes, with the forms whose addresses are
  /// among the words.
  private var shapes: [FetchShape.Words: (statement: Statement, form: AnyObject?)] = [:]

  /// The latest statement found by form; the form is retained as long.
  private var latest: (key: PlainFetch.Key, statement: Statement, form: AnyObject?)?

  private let store: OpenStore
  private let isPolymorphic: Bool
  private let firstEntity: Int
  private let fields: [EntityFields]
  private let spans: UnsafeMutablePointer<ByteSpan>

  init(layout: EntityLayout, includesSubentities: Bool, of store: OpenStore) {
    let mapping = store.mapping
    self.layout = layout
    self.store = store
    table = mapping.table(of: layout)
    isPolymorphic = table.isPolymorphic
    firstEntity = layout.number
    let last = includesSubentities ? layout.lastNumber : layout.number

    var columns = ["t0.Z_PK", "t0.Z_OPT"]
    if isPolymorphic { columns.append("t0.Z_ENT") }
    var places: [ObjectIdentifier: Int32] = [:]
    var fields: [EntityFields] = []
    for number in layout.number...last {
      let entity = mapping.model[number]
      for property in entity.properties where places[ObjectIdentifier(property)] == nil {
        guard property.isStored, let column = mapping.column(of: property) else { continue }
        places[ObjectIdentifier(property)] = Int32(columns.count)
        columns.append("t0.\(column.name)")
        if let entityColumn = column.entityColumn { columns.append("t0.\(entityColumn)") }
      }
      fields.append(EntityFields(entity: entity, places: places))
    }
    self.fields = fields
    spans = .allocate(capacity: max(1, fields.map(\.bytes.count).max() ?? 0))
    select = "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) t0"
    if layout.number == layout.rootNumber && last == layout.lastNumber {
      entityCondition = nil
    } else if last == layout.number {
      entityCondition = "t0.Z_ENT = \(layout.number)"
    } else {
      entityCondition = "t0.Z_ENT BETWEEN \(layout.number) AND \(last)"
    }
  }

  deinit { spans.deallocate() }

  /// The statement for a query with a text after `select`.
  func statement(_ rest: String, on connection: Connection) throws -> Statement {
    if let known = statements[rest] {
      known.reset()
      return known
    }
    if statements.count >= Self.greatestStatementCount { statements.removeAll() }
    let statement = try Statement(connection: connection, sql: select + rest, isPersistent: true)
    statements[rest] = statement
    return statement
  }

  /// The row with a primary key, or nil if there is none.
  func row(key: Int64, on connection: Connection) throws -> Row? {
    if byKey == nil { byKey = try statement(" WHERE t0.Z_PK = ?", on: connection) }
    guard let byKey else { return nil }
    defer { byKey.reset() }
    byKey.bind(1, key)
    return try byKey.step() ? row(from: byKey) : nil
  }

  /// The statement of the latest fetch, if it has the same key.
  func statement(of key: PlainFetch.Key) -> Statement? {
    guard let latest, latest.key == key else { return nil }
    latest.statement.reset()
    return latest.statement
  }

  /// The statement of an earlier fetch with a shape.
  ///
  /// - Parameter key: the key by which it can be found next time; nil for none.
  func statement(of shape: FetchShape, _ key: PlainFetch.Key?) -> Statement? {
    guard let (known, form) = shapes[shape.words] else { return nil }
    known.reset()
    if let key { latest = (key, known, form) }
    return known
  }

  /// Lets later fetches with the same shape find the statement without creating its text.
  func keep(_ statement: Statement, of shape: FetchShape) {
    if shapes.count >= Self.greatestStatementCount { shapes.removeAll() }
    shapes[shape.words] = (statement, shape.form)
  }

  private static let greatestStatementCount = 200

  /// Creates a row from the statement's current row, with a single allocation.
  ///
  /// - Returns: nil if the row is of an entity that was not requested.
  /// - Throws: code 134070 if the row is too big for memory, or has an invalid key.
  func row(from statement: Statement) throws -> Row? {
    var entityIndex = 0
    if isPolymorphic {
      let index = statement.int64(2) &- Int64(firstEntity)
      guard index >= 0, index < Int64(fields.count) else { return nil }
      entityIndex = Int(index)
    }
    return try withUncounted(fields[entityIndex]) { try row(of: $0, from: statement) }
  }

  @inline(__always)
  private func row(of fields: EntityFields, from statement: Statement) throws -> Row {
    let key = statement.int64(0)
    guard key > 0 else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "\(table.name) has a row with the primary key \(key); primary keys start at 1",
        repair: "change its Z_PK, and references to it, with the sqlite3 shell",
        entityName: fields.entity.name)
    }
    guard StoreIdentity.isReference(key) else { throw store.keyBeyondRange }
    let base = store.identity.base
    let total = collectBytes(of: fields, from: statement)
    guard total <= Int(Int32.max) else {
      freeBytes(of: fields)
      throw ObjectGraphError(
        .persistentStoreOperation, "the row \(key) of \(table.name) is too big to be read",
        entityName: fields.entity.name)
    }
    let row = Row.make(
      key: key + base, version: statement.int64(1), entityNumber: fields.entityNumber,
      propertyCount: fields.propertyCount, slotCount: fields.slotCount, byteCapacity: total)
    do {
      try row.withMemory { memory in
        try fillScalars(of: fields, base: base, from: statement, into: memory)
        fillBytes(of: fields, into: memory)
      }
    } catch {
      freeBytes(of: fields)
      throw error
    }
    row.setUsedBytes(total)
    return row
  }

  /// Records the locations of byte values, and returns their total size.
  @inline(__always)
  private func collectBytes(of fields: EntityFields, from statement: Statement) -> Int {
    var total = 0
    for (index, field) in fields.bytes.enumerated() {
      var span = ByteSpan.null
      switch field.kind {
      case .string, .uri:
        if let text = statement.textBytes(field.place) {
          span = ByteSpan(start: text.baseAddress, count: text.count)
        }
      case .data, .externalData:
        let blob = statement.blobBytes(field.place)
        if !blob.isEmpty || !statement.isNull(field.place) {
          span = ByteSpan(start: blob.baseAddress, count: blob.count)
        }
      case .uuid:
        let blob = statement.blobBytes(field.place)
        // Anything else is not a UUID.
        if blob.count == 16 { span = ByteSpan(start: blob.baseAddress, count: 16) }
      default:
        span = decimal(in: field.place, of: statement)
      }
      (spans + index).initialize(to: span)
      if span.count > 0 { total += span.count }
    }
    return total
  }

  private func decimal(in column: Int32, of statement: Statement) -> ByteSpan {
    // SQLite returns all digits of an integer.
    if statement.isInteger(column), let text = statement.textBytes(column) {
      return ByteSpan(start: text.baseAddress, count: text.count)
    }
    let text =
      statement.isReal(column)
      ? StoredDecimal.text(of: statement.double(column))
      : statement.string(column).flatMap(StoredDecimal.canonical)
    return text.map { ByteSpan(copying: $0) } ?? .null
  }

  @inline(__always)
  private func fillScalars(
    of fields: EntityFields, base: Int64, from statement: Statement, into memory: RowMemory
  ) throws {
    for field in fields.scalars {
      switch field.kind {
      case .double, .float, .date:
        // SQLite converts a date stored as an integer. Only for zero is a NULL check needed.
        let value = statement.double(field.place)
        if value == 0, statement.isNull(field.place) { continue }
        memory.slots[field.slot] = value.bitPattern
      case .toOne:
        // Primary keys start at 1, so anything else is not a reference.
        let key = statement.int64(field.place)
        if key <= 0 { continue }
        guard base == 0 || StoreIdentity.isReference(key) else {
          throw store.keyBeyondRange
        }
        memory.slots[field.slot] = UInt64(bitPattern: key + base)
        if field.hasEntity {
          memory.slots[field.slot + 1] = UInt64(bitPattern: statement.int64(field.place + 1))
        }
      case .orderKey:
        let value = statement.int64(field.place)
        if value == 0, statement.isNull(field.place) { continue }
        memory.slots[field.slot] = UInt64(bitPattern: OrderKey.settled(value))
      default:
        let value = statement.int64(field.place)
        if value == 0, statement.isNull(field.place) { continue }
        memory.slots[field.slot] = UInt64(
          bitPattern: field.kind == .boolean && value != 0 ? 1 : value)
      }
      memory.clearNull(field.index)
    }
  }

  /// Frees the byte values that were allocated for a row that cannot be read.
  private func freeBytes(of fields: EntityFields) {
    for index in fields.bytes.indices where spans[index].isOwned {
      spans[index].start?.deallocate()
    }
  }

  @inline(__always)
  private func fillBytes(of fields: EntityFields, into memory: RowMemory) {
    var offset = 0
    for (index, field) in fields.bytes.enumerated() {
      let span = spans[index]
      guard span.count >= 0 else { continue }
      if let start = span.start, span.count > 0 {
        (memory.bytes + offset).copyMemory(from: start, byteCount: span.count)
      }
      if span.isOwned { span.start?.deallocate() }
      memory.slots[field.slot] = UInt64(offset) << 32 | UInt64(span.count)
      memory.clearNull(field.index)
      offset += span.count
    }
  }
}

/// The location of a value's bytes before they are in the row.
struct ByteSpan {
  let start: UnsafeRawPointer?
  /// -1 for NULL.
  let count: Int
  /// Whether the bytes were allocated for this row, rather than by SQLite.
  var isOwned = false

  static var null: ByteSpan { ByteSpan(start: nil, count: -1) }

  init(start: UnsafeRawPointer?, count: Int) {
    self.start = start
    self.count = count
  }

  init(copying text: String) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    copy.copyBytes(from: text.utf8)
    self.init(start: UnsafeRawPointer(copy.baseAddress), count: copy.count)
    isOwned = true
  }
}
