import Foundation

extension ObjectGraphError.DetailKey<String> {
  /// NSFilePathErrorKey: the path of the store, model file or other file that an error is about,
  /// such as one with code 259, 260, 134080 or 134100.
  public static var filePath: Self { Self(rawValue: "NSFilePath") }

  /// SQLite's message, of an error that comes from SQLite and of one with code 134111.
  public static var sqliteMessage: Self { Self(rawValue: "SQLiteMessage") }

  /// Everything that prevents a mapping model from being inferred, of an error with code 134190.
  public static var reason: Self { Self(rawValue: "reason") }
}

extension ObjectGraphError.DetailKey<Int> {
  /// NSSQLiteErrorDomain: SQLite's extended result code, of an error that comes from SQLite, such
  /// as one with code 134070, 134080 or 134090.
  public static var sqliteResultCode: Self { Self(rawValue: "NSSQLiteErrorDomain") }

  /// The line in a model file, counted from one, of an error with code 259 or 134020.
  public static var line: Self { Self(rawValue: "line") }

  /// The column in a model file, counted from one, of an error with code 259 or 134020.
  public static var column: Self { Self(rawValue: "column") }
}

extension ObjectGraphError.DetailKey<[String]> {
  /// The names of the properties whose values must be unique together, of an error with code
  /// 133021.
  public static var constraint: Self { Self(rawValue: "constraint") }

  /// The names of the entities that differ between a store and its model, of an error with code
  /// 134100.
  public static var entityNames: Self { Self(rawValue: "entities") }
}

extension ObjectGraphError.DetailKey<FetchPredicate> {
  /// NSValidationPredicateErrorKey: the predicate that a value fails, of an error with a code from
  /// 1550 to 1680.
  public static var predicate: Self { Self(rawValue: "NSValidationErrorPredicate") }
}

extension ObjectGraphError.DetailKey<[ManagedObjectID]> {
  /// NSAffectedObjectsErrorKey: the objects at both ends of a relationship, of an error with code
  /// 133010, or those that were to be written to the store that failed, with code 134040.
  public static var affectedObjects: Self { Self(rawValue: "NSAffectedObjectsErrorKey") }
}

extension ObjectGraphError.DetailKey<any Error> {
  /// NSUnderlyingErrorKey: the error that caused this one, which may be of any type; with code
  /// 1550, 134080, 134150, 134160 or 134170.
  public static var underlyingError: Self { Self(rawValue: NSUnderlyingErrorKey) }
}
