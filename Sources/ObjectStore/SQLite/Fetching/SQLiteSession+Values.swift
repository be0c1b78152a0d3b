import Foundation
import ObjectModel
import SQLite

/// Fetches of values instead of rows.
extension SQLiteSession {
  /// - Parameter folder: that with the large values of the store, where the fetch reads some.
  func values(_ fetch: ValueFetch, folder: ExternalFolder? = nil) throws -> [[AttributeValue]] {
    let query = try valueQuery(fetch, sumsBeyondIntegers: false)
    do {
      return try values(fetch, query, folder)
    } catch let error as SQLiteError where error.kind == .refused {
      // SQLite's own sum fails where it overflows, and tells so by no code.
      let other = try valueQuery(fetch, sumsBeyondIntegers: true)
      guard other.text != query.text else { throw error }
      return try values(fetch, other, folder)
    }
  }

  private func values(
    _ fetch: ValueFetch, _ query: SQLCompiler.Query, _ folder: ExternalFolder?
  ) throws -> [[AttributeValue]] {
    let statement = try query.prepared { try connection.statement($0) }
    let readers = readers(of: fetch.results, mapping.table(of: fetch.rows.layout), folder)
    defer { statement.reset() }
    var results: [[AttributeValue]] = []
    while try statement.step() {
      var values: [AttributeValue] = []
      values.reserveCapacity(readers.count)
      for reader in readers { values.append(try reader(statement)) }
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

  /// What reads the values of the columns, none of which may be NULL.
  private func readers(
    of plan: ResultPlan, _ table: TableMapping, _ folder: ExternalFolder?
  ) -> [(Statement) throws -> AttributeValue] {
    var nextEntityColumn = Int32(plan.columns.count)
    return plan.columns.enumerated().map { index, column in
      let place = Int32(index)
      func reader(
        _ value: @escaping (Statement) throws -> AttributeValue
      ) -> (Statement) throws -> AttributeValue {
        { $0.isNull(place) ? .null : try value($0) }
      }
      /// An object of that entity, or of the one whose number is in another column.
      func objectReader(
        _ entity: EntityDescription, isEntityStored: Bool
      ) -> (Statement) throws -> AttributeValue {
        let declared = model.layout(of: entity)?.identity ?? EntityIdentity(entity)
        let entityColumn = isEntityStored ? nextEntityColumn : nil
        if isEntityStored { nextEntityColumn += 1 }
        return reader { [model, identity] statement in
          let number = entityColumn.map { Int(truncatingIfNeeded: statement.int64($0)) }
          let own = number.flatMap { model.entity(numbered: $0)?.identity }
          return .objectID(
            ManagedObjectID(
              store: identity, entity: own ?? declared, reference: statement.int64(place)))
        }
      }
      guard case .path(let path) = column.expression else {
        let type = column.expression.type ?? .undefined
        return reader { $0.value(place, as: type) }
      }
      switch path.terminal {
      case .object:
        return objectReader(
          path.steps.last?.destinationEntity ?? path.rootEntity,
          isEntityStored: path.steps.isEmpty && table.isPolymorphic)
      case .toOne(let relationship):
        guard let entity = relationship.destinationEntity else {
          return reader { $0.value(place, as: .objectID) }
        }
        let entityColumn = mapping.column(of: relationship)?.entityColumn
        return objectReader(entity, isEntityStored: entityColumn != nil)
      case .attribute(let attribute) where attribute.allowsExternalBinaryDataStorage:
        return reader { statement in
          let data = ExternalData(statement.blobBytes(place))
          guard let name = data.fileName else { return .data(data.content) }
          if let content = try folder?.data(named: name) { return .data(content) }
          throw PersistentStore.missingFile(name)
        }
      default:
        return reader { $0.value(place, as: path.type) }
      }
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
