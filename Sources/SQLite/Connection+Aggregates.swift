import CSQLite

/// Keeps the closure of an aggregate alive as long as it is registered.
private final class AggregateBody {
  let call: ([[FunctionValue]]) -> FunctionValue

  init(_ call: @escaping ([[FunctionValue]]) -> FunctionValue) {
    self.call = call
  }
}

/// The rows passed to one invocation of an aggregate so far.
private final class AggregateRows {
  var rows: [[FunctionValue]] = []
}

extension Connection {
  /// Registers a Swift closure as an SQL aggregate function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - argumentCount: the number of arguments.
  ///   - call: receives the arguments of each row whose first argument is not NULL.
  package func register(
    aggregate name: String, argumentCount: Int32,
    _ call: @escaping ([[FunctionValue]]) -> FunctionValue
  ) throws {
    let body = Unmanaged.passRetained(AggregateBody(call)).toOpaque()
    // On failure, SQLite itself calls the destructor.
    let result = sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC, body, nil,
      { context, count, arguments in
        guard count > 0, sqlite3_value_type(arguments?[0]) != SQLITE_NULL,
          let place = AggregateRows.place(in: context)
        else { return }
        let opaque =
          place.pointee
          ?? UnsafeMutableRawPointer(
            Unmanaged.passRetained(AggregateRows()).toOpaque())
        place.pointee = opaque
        let values = (0..<Int(count)).map { FunctionValue(arguments?[$0]) }
        Unmanaged<AggregateRows>.fromOpaque(opaque).takeUnretainedValue().rows.append(values)
      },
      { context in
        guard let context, let opaque = sqlite3_user_data(context) else { return }
        let body = Unmanaged<AggregateBody>.fromOpaque(opaque).takeUnretainedValue()
        let place = AggregateRows.place(in: context)
        // SQLite calls this once for each invocation, even if the statement is abandoned.
        let rows = place?.pointee.map {
          Unmanaged<AggregateRows>.fromOpaque($0).takeRetainedValue().rows
        }
        place?.pointee = nil
        body.call(rows ?? []).give(to: context)
      },
      { opaque in
        guard let opaque else { return }
        Unmanaged<AggregateBody>.fromOpaque(opaque).release()
      })
    guard result == SQLITE_OK else { throw error(result, sql: nil) }
  }
}

extension AggregateRows {
  /// The location at which SQLite stores the reference to an invocation's rows; nil if out of
  /// memory.
  static func place(
    in context: OpaquePointer?
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}
