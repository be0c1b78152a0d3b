import CSQLite

/// An argument or a result of an SQL function.
package enum FunctionValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// Keeps the closure of an SQL function alive as long as it is registered.
private final class FunctionBody {
  let call: ([FunctionValue]) throws -> FunctionValue

  init(_ call: @escaping ([FunctionValue]) throws -> FunctionValue) {
    self.call = call
  }
}

extension Connection {
  /// Registers a Swift closure as an SQL function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - argumentCount: the number of arguments, or -1 for any.
  ///   - isDeterministic: whether equal arguments always give equal results, so that SQLite may
  ///     call it only once for constant arguments, and allow it in an index.
  package func register(
    function name: String, argumentCount: Int32, isDeterministic: Bool = true,
    _ call: @escaping ([FunctionValue]) throws -> FunctionValue
  ) throws {
    let body = Unmanaged.passRetained(FunctionBody(call)).toOpaque()
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    // On failure, SQLite itself calls the destructor.
    let result = sqlite3_create_function_v2(
      handle, name, argumentCount, flags, body,
      { context, count, arguments in
        guard let context, let opaque = sqlite3_user_data(context) else { return }
        let body = Unmanaged<FunctionBody>.fromOpaque(opaque).takeUnretainedValue()
        let values = (0..<Int(count)).map { FunctionValue(arguments?[$0]) }
        do {
          try body.call(values).give(to: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      }, nil, nil,
      { opaque in
        guard let opaque else { return }
        Unmanaged<FunctionBody>.fromOpaque(opaque).release()
      })
    guard result == SQLITE_OK else { throw error(result, sql: nil) }
  }

  /// Registers a Swift comparison of UTF-8 strings as a collation.
  package func register(
    collation name: String, _ compare: @escaping (String, String) -> Int32
  ) throws {
    let body = Unmanaged.passRetained(CollationBody(compare)).toOpaque()
    let result = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, body,
      { opaque, leftCount, left, rightCount, right in
        guard let opaque else { return 0 }
        let body = Unmanaged<CollationBody>.fromOpaque(opaque).takeUnretainedValue()
        func text(_ base: UnsafeRawPointer?, _ count: Int32) -> String {
          String(
            decoding: UnsafeRawBufferPointer(start: base, count: Int(count)), as: UTF8.self)
        }
        return body.compare(text(left, leftCount), text(right, rightCount))
      },
      { opaque in
        guard let opaque else { return }
        Unmanaged<CollationBody>.fromOpaque(opaque).release()
      })
    guard result == SQLITE_OK else {
      Unmanaged<CollationBody>.fromOpaque(body).release()
      throw error(result, sql: nil)
    }
  }
}

private final class CollationBody {
  let compare: (String, String) -> Int32

  init(_ compare: @escaping (String, String) -> Int32) {
    self.compare = compare
  }
}

extension FunctionValue {
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
      self = .blob(Array(bytes))
    default: self = .null
    }
  }

  func give(to context: OpaquePointer) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          csqlite_result_text_copying(context, characters.baseAddress, Int32(bytes.count))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        csqlite_result_blob_copying(context, bytes.baseAddress, Int32(bytes.count))
      }
    }
  }
}
