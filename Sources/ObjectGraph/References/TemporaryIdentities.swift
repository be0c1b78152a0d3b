import ObjectModel
import ObjectStore
import Synchronization

/// The identities of new objects that a context shares with its parent, its children or IDs, by the
/// objects' temporary references.
///
/// Invariant: each temporary reference in a context, of a registered object or in a row, is of an object
/// that is new there, or its identity is known here. A child takes the identities over in the same
/// moment as the rows, on its parent's queue.
final class TemporaryIdentities: Sendable {
  private struct Known {
    var identities: [Int64: TemporaryIdentity] = [:]

    /// From how many identities on it is worth looking for those that nobody needs.
    var limit = TemporaryIdentities.leastLimit
  }

  static let leastLimit = 4096

  private let known = Lock(Known())

  /// Whether there are none, as in most contexts; asked for each reference that is looked at.
  private let isUnused = Atomic(true)

  var isEmpty: Bool { isUnused.load(ordering: .relaxed) }

  var count: Int { known.withLock { $0.identities.count } }

  /// The identity of a new object, made when it is first asked for.
  func identity(of reference: Int64) -> TemporaryIdentity {
    isUnused.store(false, ordering: .relaxed)
    return known.withLock { known in
      if let identity = known.identities[reference] { return identity }
      let identity = TemporaryIdentity()
      known.identities[reference] = identity
      return identity
    }
  }

  /// Takes over the identity that an ID or another context has of a new object.
  func adopt(_ identity: TemporaryIdentity, of reference: Int64) {
    isUnused.store(false, ordering: .relaxed)
    known.withLock { $0.identities[reference] = identity }
  }

  func knows(_ reference: Int64) -> Bool { known.withLock { $0.identities[reference] != nil } }

  /// The key that an object has now, or nil for what is still new or not known.
  func key(of reference: Int64) -> Int64? {
    guard reference < 0, !isEmpty else { return nil }
    return known.withLock { $0.identities[reference]?.permanentID?.key }
  }

  /// Lets all who share the identity of an object know its permanent ID.
  func fill(_ reference: Int64, with permanentID: () -> ManagedObjectID) {
    guard !isEmpty, let identity = known.withLock({ $0.identities[reference] }) else { return }
    identity.fill(permanentID())
  }

  /// Takes over the identities of the new objects that a parent's row names.
  func adopt(from parent: TemporaryIdentities, namedIn row: Row, of layout: EntityLayout) {
    guard row.isUnsaved else { return }
    if row.key < 0 { adopt(parent.identity(of: row.key), of: row.key) }
    row.visitTemporaryReferences(of: layout) { _, reference in
      adopt(parent.identity(of: reference), of: reference)
    }
  }

  /// Whether there are so many that some had better be forgotten.
  var isCrowded: Bool { !isEmpty && known.withLock { $0.identities.count > $0.limit } }

  /// Forgets the identities of objects that nothing names here any more. One that has no permanent ID
  /// yet is kept while others know it: its object may come back.
  func forget(except named: Set<Int64>) {
    known.withLock { known in
      for reference in Array(known.identities.keys) where !named.contains(reference) {
        guard var identity = known.identities.removeValue(forKey: reference) else { continue }
        if identity.permanentID == nil, !isKnownUniquelyReferenced(&identity) {
          known.identities[reference] = identity
        }
      }
      known.limit = max(Self.leastLimit, known.identities.count * 2)
    }
  }

  func removeAll() {
    known.withLock { $0 = Known() }
    isUnused.store(true, ordering: .relaxed)
  }
}

extension Row {
  /// Calls the body with each temporary reference of a to-one relationship.
  @inline(__always)
  func visitTemporaryReferences(
    of layout: EntityLayout, _ body: (_ property: PropertyLayout, _ reference: Int64) -> Void
  ) {
    for property in layout.toOnes where !isNull(property.index) {
      let reference = integer(slot: property.slot)
      if reference < 0 { body(property, reference) }
    }
  }

  /// Puts keys in the place of the temporary references that have one.
  @inline(__always)
  func replaceReferences(of layout: EntityLayout, _ key: (Int64) -> Int64?) {
    visitTemporaryReferences(of: layout) { property, reference in
      guard let key = key(reference) else { return }
      set(property.index, slot: property.slot, integer: key)
    }
  }
}
