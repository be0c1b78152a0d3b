import ObjectModel
import ObjectStore

/// A child's link to its parent, which transfers the identities of new objects along with the rows
/// that refer to them.
struct ParentLink: Sendable {
  let handle: ContextHandle

  /// The identities known to the child.
  let identities = TemporaryIdentities()

  var queue: ContextQueue { handle.queue }

  func performAndWait<Result>(_ body: (ManagedObjectContext) throws -> Result) rethrows -> Result {
    try handle.performAndWait(body)
  }

  func read<Result>(_ body: (ManagedObjectContext) throws -> Result) rethrows -> Result {
    try handle.read(body)
  }

  /// Reads rows of the parent.
  func rows(_ body: (ManagedObjectContext) throws -> [Row]) rethrows -> [Row] {
    try handle.read { parent in
      let rows = try body(parent)
      adoptIdentities(of: rows, from: parent)
      return rows
    }
  }

  /// Reads lists of rows of the parent.
  func lists(_ body: (ManagedObjectContext) throws -> [[Row]]?) rethrows -> [[Row]]? {
    try handle.read { parent in
      let lists = try body(parent)
      for rows in lists ?? [] { adoptIdentities(of: rows, from: parent) }
      return lists
    }
  }

  /// Reads keys of the parent's objects.
  func keys(_ body: (ManagedObjectContext) throws -> RowKeys) rethrows -> RowKeys {
    try handle.read { parent in
      let found = try body(parent)
      for key in found.keys where key < 0 {
        identities.adopt(parent.identities.identity(of: key), of: key)
      }
      return found
    }
  }

  /// Adopts the identities of the new objects that rows refer to, on the parent's queue.
  func adoptIdentities(of rows: [Row], from parent: ManagedObjectContext) {
    for row in rows {
      identities.adopt(from: parent.identities, namedIn: row, of: parent.model[row.entityNumber])
    }
  }
}
