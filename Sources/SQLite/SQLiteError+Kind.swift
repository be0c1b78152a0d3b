import CSQLite

extension SQLiteError {
  /// What a caller can tell failures apart by.
  package enum Kind: Sendable {
    /// Another connection holds a lock, and the busy timeout passed.
    case locked
    case full
    case readOnly
    case inputOutput
    case damaged
    case notADatabase
    case cannotOpen
    case tooBig
    /// The columns of a unique index or constraint would hold the same values twice.
    case notUnique
    /// A statement that SQLite does not take, or that failed as it ran: SQLITE_ERROR.
    case refused
    /// Somebody ended the statement.
    case interrupted
    case other
  }

  /// SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE and _ROWID, macros that Swift does not see.
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
  /// The longest text or blob that SQLite takes.
  package static let greatestLength = 1_000_000_000
}
