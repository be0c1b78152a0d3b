import CSQLite

/// Keeps the closure of a function, an aggregate or a collation alive as long as it is registered.
private final class Body<Call> {
  let call: Call

  init(_ call: Call) { self.call = call }

  static func of(_ opaque: UnsafeMutableRawPointer) -> Call {
    Unmanaged<Body>.fromOpaque(opaque).takeUnretainedValue().call
  }
}

extension Connection {
  package typealias FunctionCall = ([SQLiteValue]) throws -> SQLiteValue
  package typealias AggregateCall = ([[SQLiteValue]]) -> SQLiteValue
  package typealias CollationCall = (String, String) -> Int32

  /// Registers a Swift closure as an SQL function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - argumentCount: the number of arguments, or -1 for any.
  ///   - isDeterministic: whether equal arguments always give equal results, so that SQLite may
  ///     call it only once for constant arguments, and allow it in an index.
  package func register(
    function name: String, argumentCount: Int32, isDeterministic: Bool = true,
    _ call: @escaping FunctionCall
  ) throws {
    try create(
      name, argumentCount: argumentCount, isDeterministic: isDeterministic, body: Body(call),
      call: { context, count, arguments in
        guard let context, let body = sqlite3_user_data(context) else { return }
        let values = (0..<Int(count)).map { SQLiteValue(arguments?[$0]) }
        do {
          try Body<FunctionCall>.of(body)(values).give(to: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      })
  }

  /// Registers a Swift closure as an SQL aggregate function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - argumentCount: the number of arguments.
  ///   - call: receives the arguments of each row whose first argument is not NULL.
  package func register(
    aggregate name: String, argumentCount: Int32, _ call: @escaping AggregateCall
  ) throws {
    try create(
      name, argumentCount: argumentCount, body: Body(call),
      step: { context, count, arguments in
        guard count > 0, sqlite3_value_type(arguments?[0]) != SQLITE_NULL,
          let place = AggregateRows.place(in: context)
        else { return }
        let opaque =
          place.pointee
          ?? UnsafeMutableRawPointer(Unmanaged.passRetained(AggregateRows()).toOpaque())
        place.pointee = opaque
        let values = (0..<Int(count)).map { SQLiteValue(arguments?[$0]) }
        Unmanaged<AggregateRows>.fromOpaque(opaque).takeUnretainedValue().rows.append(values)
      },
      final: { context in
        guard let context, let body = sqlite3_user_data(context) else { return }
        let place = AggregateRows.place(in: context)
        // SQLite calls this once for each invocation, even if the statement is abandoned.
        let rows = place?.pointee.map {
          Unmanaged<AggregateRows>.fromOpaque($0).takeRetainedValue().rows
        }
        place?.pointee = nil
        Body<AggregateCall>.of(body)(rows ?? []).give(to: context)
      })
  }

  /// Registers a Swift comparison of UTF-8 strings as a collation.
  package func register(collation name: String, _ compare: @escaping CollationCall) throws {
    let body = Unmanaged.passRetained(Body(compare)).toOpaque()
    let result = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, body,
      { body, leftCount, left, rightCount, right in
        guard let body else { return 0 }
        func text(_ base: UnsafeRawPointer?, _ count: Int32) -> String {
          String(
            decoding: UnsafeRawBufferPointer(start: base, count: Int(count)), as: UTF8.self)
        }
        return Body<CollationCall>.of(body)(text(left, leftCount), text(right, rightCount))
      }, release)
    guard result == SQLITE_OK else {
      release(body)
      throw error(result, sql: nil)
    }
  }

  /// Creates a function with a call, or an aggregate with a step and a final call.
  ///
  /// - Parameter body: the user data of the calls, retained as long as it is registered.
  func create(
    _ name: String, argumentCount: Int32, isDeterministic: Bool = true, body: AnyObject? = nil,
    call: FunctionStep? = nil, step: FunctionStep? = nil,
    final: (@convention(c) (OpaquePointer?) -> Void)? = nil
  ) throws {
    // On failure, SQLite itself calls the destructor.
    let result = sqlite3_create_function_v2(
      handle, name, argumentCount, SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0),
      body.map { Unmanaged.passRetained($0).toOpaque() }, call, step, final, release)
    guard result == SQLITE_OK else { throw error(result, sql: nil) }
  }

  typealias FunctionStep =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
}

private let release: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void = { body in
  if let body { Unmanaged<AnyObject>.fromOpaque(body).release() }
}

/// The rows passed to one invocation of an aggregate so far.
private final class AggregateRows {
  var rows: [[SQLiteValue]] = []

  /// The location at which SQLite stores the reference to an invocation's rows; nil if out of
  /// memory.
  static func place(
    in context: OpaquePointer?
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}
