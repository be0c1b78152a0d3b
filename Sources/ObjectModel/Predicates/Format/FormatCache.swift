/// The values computed for recently used formats.
///
/// Programs use the same few formats repeatedly. Only short ASCII formats are kept, because other
/// equal strings may have different bytes.
struct FormatCache<Value: Sendable>: ~Copyable, Sendable {
  private struct Contents: Sendable {
    var values: [String: Value] = [:]
    /// The most recently requested value, which is likely to be requested again.
    var last: (key: String, value: Value)?
  }

  private let state = Lock(Contents())
  private static var mostKept: Int { 256 }
  private static var longestKept: Int { 1_000 }

  /// The value kept for a format, or nil.
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
      // A string that is equal to an ASCII string but has different bytes, such as one with the
      // Kelvin sign for K, is longer.
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
