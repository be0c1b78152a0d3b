import Foundation
import ObjectModel
import SQLite

/// Fetches of values instead of rows.
extension SQLiteSession {
  /// - Parameter externalData: the data of a file beside the store.
  func values(
    _ fetch: ValueFetch, externalData: (String) throws -> Data?
  ) throws -> [[AttributeValue]] {
    let query = try valueQuery(fetch, sumsBeyondIntegers: false)
    do {
      return try values(fetch, query, externalData)
    } catch let error as SQLiteError where error.kind == .refused {
      // SQLite's own sum fails where it overflows, and tells so by no code.
      let other = try valueQuery(fetch, sumsBeyondIntegers: true)
      guard other.text != query.text else { throw error }
      return try values(fetch, other, externalData)
    }
  }

  private func values(
    _ fetch: ValueFetch, _ query: SQLCompiler.Query, _ externalData: (String) throws -> Data?
  ) throws -> [[AttributeValue]] {
    let statement = try query.prepared { try connection.statement($0) }
    let readers = readers(of: fetch.results, in: mapping.table(of: fetch.rows.layout))
    defer { statement.reset() }
    var results: [[AttributeValue]] = []
    while try statement.step() {
      var values: [AttributeValue] = []
      values.reserveCapacity(readers.count)
      for (index, reader) in readers.enumerated() {
        values.append(try value(Int32(index), of: statement, reader, externalData))
      }
      results.append(values)
    }
    return results
  }

  /// The statement of a fetch of values.
  func valueQuery(_ fetch: ValueFetch, sumsBeyondIntegers: Bool) throws -> SQLCompiler.Query {
    let plan = rowPlan(for: fetch.rows)
    let compiler = compiler(for: fetch.rows.layout.entity)
    compiler.search = try searchAccess(for: fetch.rows)
    compiler.sumsBeyondIntegers = sumsBeyondIntegers
    return try compiler.query(fetch, entityCondition: plan.entityCondition)
  }

  // MARK: Columns

  private enum ValueReader {
    case attribute(AttributeType?)
    case external
    /// An object of that entity, or of the one whose number is in another column.
    case object(EntityIdentity, entityColumn: Int32?)
  }

  private func readers(of plan: ResultPlan, in table: TableMapping) -> [ValueReader] {
    var next = Int32(plan.columns.count)
    func entityColumn(_ exists: Bool) -> Int32? {
      guard exists else { return nil }
      next += 1
      return next - 1
    }
    return plan.columns.map { column in
      guard case .path(let path) = column.expression else {
        return .attribute(column.expression.type)
      }
      switch path.terminal {
      case .object:
        let entity = path.steps.last?.destinationEntity ?? path.rootEntity
        return .object(
          identity(of: entity),
          entityColumn: entityColumn(path.steps.isEmpty && table.isPolymorphic))
      case .toOne(let relationship):
        guard let entity = relationship.destinationEntity else { return .attribute(.objectID) }
        let exists = mapping.column(of: relationship)?.entityColumn != nil
        return .object(identity(of: entity), entityColumn: entityColumn(exists))
      case .attribute(let attribute) where attribute.allowsExternalBinaryDataStorage:
        return .external
      default: return .attribute(path.type)
      }
    }
  }

  private func identity(of entity: EntityDescription) -> EntityIdentity {
    model.layout(of: entity)?.identity ?? EntityIdentity(entity)
  }

  private func value(
    _ column: Int32, of statement: Statement, _ reader: ValueReader,
    _ externalData: (String) throws -> Data?
  ) throws -> AttributeValue {
    guard statement.storageClass(column) != .null else { return .null }
    switch reader {
    case .attribute(let type): return statement.value(column, as: type ?? .undefined)
    case .external:
      let data = ExternalData(statement.blobBytes(column))
      guard let name = data.fileName else { return .data(data.content) }
      if let content = try externalData(name) { return .data(content) }
      throw PersistentStore.missingFile(name)
    case .object(let declared, let entityColumn):
      var entity = declared
      if let entityColumn,
        let layout = model.entity(numbered: Int(truncatingIfNeeded: statement.int64(entityColumn)))
      {
        entity = layout.identity
      }
      return .objectID(
        ManagedObjectID(store: identity, entity: entity, reference: statement.int64(column)))
    }
  }
}

extension Statement {
  /// The value of a column that is not NULL.
  ///
  /// - Parameter type: that of the expression; a number that overflowed it stays a double.
  fileprivate func value(_ column: Int32, as type: AttributeType) -> AttributeValue {
    switch type {
    case .boolean: return .boolean(int64(column) != 0)
    case .double, .float: return .double(double(column))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: double(column)))
    case .decimal: return decimal(column)
    case .string: return .string(string(column) ?? "")
    case .uri: return string(column).flatMap { URL(string: $0) }.map { .uri($0) } ?? .null
    case .binaryData, .transformable, .composite: return .data(Data(blobBytes(column)))
    case .uuid:
      let bytes = blobBytes(column)
      guard bytes.count == 16 else { return .null }
      return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    case .integer16, .integer32, .integer64, .objectID, .undefined: return number(column)
    }
  }

  private func number(_ column: Int32) -> AttributeValue {
    switch storageClass(column) {
    case .real: .double(double(column))
    case .text: .string(string(column) ?? "")
    case .blob: .data(Data(blobBytes(column)))
    default: .integer(int64(column))
    }
  }

  private func decimal(_ column: Int32) -> AttributeValue {
    let text =
      storageClass(column) == .real ? StoredDecimal.text(of: double(column)) : string(column)
    guard let decimal = text.flatMap({ Decimal(string: $0, locale: Row.posix) }), !decimal.isNaN
    else { return .null }
    return .decimal(decimal)
  }
}
