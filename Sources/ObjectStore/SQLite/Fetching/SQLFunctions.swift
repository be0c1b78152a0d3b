import SQLite

/// The functions that statements on a store call.
enum SQLFunctions {
  static func register(on connection: Connection) throws {
    // Triggers of derived attributes in Core Data's stores tell it through these which objects
    // changed; without them any write to such a table fails.
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] {
      try connection.register(function: name, argumentCount: -1, isDeterministic: false) { _ in
        .null
      }
    }
  }
}
