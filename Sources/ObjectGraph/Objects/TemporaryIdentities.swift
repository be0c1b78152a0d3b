import ObjectModel
import ObjectStore
import Synchronization

/// The identities of new objects that a context shares with its parent, its children or IDs, by the
/// objects' temporary references.
///
/// Invariant: each temporary reference in a context, of a registered object or in a row, belongs to
/// an object that is new there, or its identity is known here. A child adopts the identities
/// together with the rows, on its parent's queue.
final class TemporaryIdentities: Sendable {
  private struct Known {
    var identities: [Int64: TemporaryIdentity] = [:]

    /// The number of identities above which unused ones are looked for.
    var limit = TemporaryIdentities.leastLimit
  }

  static let leastLimit = 4096

  private let known = Lock(Known())

  /// Whether there are no identities, as in most contexts; checked for each reference.
  private let isUnused = Atomic(true)

  var isEmpty: Bool { isUnused.load(ordering: .relaxed) }

  var count: Int { known.withLock { $0.identities.count } }

  /// The identity of a new object, created on demand.
  func identity(of reference: Int64) -> TemporaryIdentity {
    isUnused.store(false, ordering: .relaxed)
    return known.withLock { known in
      if let identity = known.identities[reference] { return identity }
      let identity = TemporaryIdentity()
      known.identities[reference] = identity
      return identity
    }
  }

  /// Adopts the identity of a new object from an ID or another context.
  func adopt(_ identity: TemporaryIdentity, of reference: Int64) {
    isUnused.store(false, ordering: .relaxed)
    known.withLock { $0.identities[reference] = identity }
  }

  func knows(_ reference: Int64) -> Bool { known.withLock { $0.identities[reference] != nil } }

  /// The current key of an object, or nil if it is still new or unknown.
  func key(of reference: Int64) -> Int64? {
    guard reference < 0, !isEmpty else { return nil }
    return known.withLock { $0.identities[reference]?.permanentID?.key }
  }

  /// Sets the permanent ID in the shared identity of an object.
  func fill(_ reference: Int64, with permanentID: () -> ManagedObjectID) {
    guard !isEmpty, let identity = known.withLock({ $0.identities[reference] }) else { return }
    identity.fill(permanentID())
  }

  /// Adopts the identities of the new objects that a parent's row refers to.
  func adopt(from parent: TemporaryIdentities, namedIn row: Row, of layout: EntityLayout) {
    guard row.isUnsaved else { return }
    if row.key < 0 { adopt(parent.identity(of: row.key), of: row.key) }
    row.visitTemporaryReferences(of: layout) { _, reference in
      adopt(parent.identity(of: reference), of: reference)
    }
  }

  /// Whether there are enough identities to look for unused ones.
  var isCrowded: Bool { !isEmpty && known.withLock { $0.identities.count > $0.limit } }

  /// Forgets the identities of objects that nothing here refers to any more. An identity without a
  /// permanent ID is kept while it is shared, since its object may come back.
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

  /// Replaces temporary references with keys, where known.
  @inline(__always)
  func replaceReferences(of layout: EntityLayout, _ key: (Int64) -> Int64?) {
    visitTemporaryReferences(of: layout) { property, reference in
      guard let key = key(reference) else { return }
      set(property.index, slot: property.slot, integer: key)
    }
  }
}
