/// What was made of the formats that were used last.
///
/// Programs use the same few formats again and again. Only short ones of ASCII are kept: of others,
/// equal texts may be of other bytes.
struct FormatCache<Value: Sendable>: ~Copyable, Sendable {
  private struct State: Sendable {
    var values: [String: Value] = [:]
    /// The one that was asked for last, which is mostly asked for again.
    var last: (key: String, value: Value)?
  }

  private let state = Lock(State())
  private static var mostKept: Int { 256 }
  private static var longestKept: Int { 1_000 }

  /// What is kept of a format, or nil.
  func value(of format: String) -> Value? {
    state.withLock { state in
      let found: (key: String, value: Value)
      if let last = state.last, last.key == format {
        found = last
      } else {
        guard let index = state.values.index(forKey: format) else { return nil }
        found = state.values[index]
        state.last = found
      }
      // A text that is equal without being of the same bytes, such as the sign of Kelvin and K, is
      // longer than one of ASCII.
      return found.key.utf8.count == format.utf8.count ? found.value : nil
    }
  }

  func keep(_ value: Value, of format: String) {
    guard format.utf8.count <= Self.longestKept, format.utf8.allSatisfy({ $0 < 0x80 }) else {
      return
    }
    state.withLock { state in
      if state.values.count >= Self.mostKept { state.values.removeAll() }
      state.values[format] = value
      state.last = nil
    }
  }
}
