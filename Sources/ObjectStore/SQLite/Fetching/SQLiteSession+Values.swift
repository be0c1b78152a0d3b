import Foundation
import ObjectModel
import SQLite

/// Fetches of values instead of rows.
extension SQLiteSession {
  /// - Parameter folder: the folder with the store's external data, if the fetch reads any.
  func values(_ fetch: ValueFetch, folder: ExternalFolder? = nil) throws -> [[AttributeValue]] {
    let query = try valueQuery(fetch, sumsBeyondIntegers: false)
    do {
      return try values(fetch, query, folder)
    } catch let error as SQLiteError where error.kind == .refused {
      // SQLite's own sum fails on overflow, without a specific error code.
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

  /// Closures that read the values of the columns, none of which may be NULL.
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
      let path: ResolvedPath? = if case .path(let path) = column.expression { path } else { nil }
      if let path, let entity = path.destinationEntity {
        let declared = model.layout(of: entity)?.identity ?? EntityIdentity(entity)
        var entityColumn: Int32?
        if mapping.entityColumn(at: path, from: table) != nil {
          entityColumn = nextEntityColumn
          nextEntityColumn += 1
        }
        return reader { [model, identity, entityColumn] statement in
          let number = entityColumn.map { Int(truncatingIfNeeded: statement.int64($0)) }
          let own = number.flatMap { model.entity(numbered: $0)?.identity }
          return .objectID(
            ManagedObjectID(
              store: identity, entity: own ?? declared, reference: statement.int64(place)))
        }
      }
      if path?.attribute?.allowsExternalBinaryDataStorage == true {
        return reader { statement in
          let data = ExternalData(statement.blobBytes(place))
          guard let name = data.fileName else { return .data(data.content) }
          if let content = try folder?.data(named: name) { return .data(content) }
          throw ExternalFolder.missingFile(name)
        }
      }
      let type = column.expression.type ?? .undefined
      return { $0.value(place, as: type) }
    }
  }
}

extension Statement {
  /// The value of a column.
  ///
  /// - Parameter type: the type of the expression; a number that overflowed it stays a double.
  func value(_ column: Int32, as type: AttributeType) -> AttributeValue {
    // The most common types are read without a value in between.
    switch type {
    case .integer64 where isInteger(column), .integer32 where isInteger(column),
      .integer16 where isInteger(column):
      return .integer(int64(column))
    case .date where isReal(column):
      return .date(Date(timeIntervalSinceReferenceDate: double(column)))
    default: break
    }
    return switch (type, value(column)) {
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
    case (.decimal, .integer(let number)): .decimal(Decimal(number))
    case (.decimal, .real(let number)):
      (StoredDecimal.text(of: number).map { SQLiteValue.text($0) } ?? .null).value(of: type)
    case (_, let value): value.value(of: type)
    }
  }
}
