import CSQLite

extension SQLiteError {
  /// The kinds of failures that callers distinguish.
  package enum Kind: Sendable {
    /// Another connection held a lock until the busy timeout.
    case locked
    case full
    case readOnly
    case inputOutput
    case damaged
    case notADatabase
    case cannotOpen
    case tooBig
    /// A violation of a unique index or constraint.
    case notUnique
    /// SQLITE_ERROR: an invalid statement, or one that failed while running.
    case refused
    /// The statement was interrupted.
    case interrupted
    case other
  }

  /// SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID, whose macros Swift cannot import.
  private static let uniqueness = [6, 8, 10].map { SQLITE_CONSTRAINT | $0 << 8 }

  package var kind: Kind {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CANTOPEN, SQLITE_AUTH: .cannotOpen
    case SQLITE_TOOBIG: .tooBig
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_CONSTRAINT:
      Self.uniqueness.contains(extendedCode) ? .notUnique : .other
    case SQLITE_ERROR: .refused
    default: .other
    }
  }
}

extension SQLiteError.Kind {
  /// The maximum length of a string or blob in SQLite.
  package static let greatestLength = 1_000_000_000
}
