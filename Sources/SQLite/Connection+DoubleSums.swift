import CSQLite

/// A running sum of doubles that compensates rounding errors, by Neumaier's algorithm.
private struct DoubleSum {
  var sum = 0.0
  var lost = 0.0
  var count: Int64 = 0

  mutating func add(_ value: Double) {
    let next = sum + value
    lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
    count += 1
  }

  var result: Double { lost.isFinite ? sum + lost : sum }
}

extension Connection {
  /// Registers two aggregates of doubles, as fast as SQLite's own, whose results hardly depend on
  /// the order of rows. For no rows, the sum is 0 and the average NULL.
  package func registerDoubleSums(sum: String, average: String) throws {
    try register(aggregate: sum) { context in
      guard let memory = doubleSum(context, size: 0) else {
        return sqlite3_result_double(context, 0)
      }
      // SQLite converts NaN to NULL.
      sqlite3_result_double(context, memory.pointee.result)
    }
    try register(aggregate: average) { context in
      guard let memory = doubleSum(context, size: 0), memory.pointee.count > 0 else {
        return sqlite3_result_null(context)
      }
      sqlite3_result_double(context, memory.pointee.result / Double(memory.pointee.count))
    }
  }

  private func register(
    aggregate name: String, final: @escaping @convention(c) (OpaquePointer?) -> Void
  ) throws {
    try create(
      name, argumentCount: 1,
      step: { context, _, arguments in
        guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL,
          let memory = doubleSum(context, size: Int32(MemoryLayout<DoubleSum>.size))
        else { return }
        memory.pointee.add(sqlite3_value_double(value))
      }, final: final)
  }
}

/// The state of an aggregate for one group, initially zero; nil if there was no row and `size` is
/// 0.
private func doubleSum(
  _ context: OpaquePointer?, size: Int32
) -> UnsafeMutablePointer<DoubleSum>? {
  sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: DoubleSum.self)
}
