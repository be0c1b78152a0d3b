extension ObjectGraphError {
  /// Carries out something.
  ///
  /// - Throws: what it throws, changed.
  static func passing<Value>(
    _ body: () throws -> Value, changed change: (inout ObjectGraphError) -> Void
  ) throws -> Value {
    do {
      return try body()
    } catch var problem as ObjectGraphError {
      change(&problem)
      throw problem
    }
  }
}
