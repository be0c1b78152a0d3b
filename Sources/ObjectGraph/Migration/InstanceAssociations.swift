import ObjectModel
import ObjectStore

/// Which destination objects were created from which source objects, and by which mapping.
///
/// Associations of unsaved objects are held in memory, with the objects; the rest are in a table of
/// keys.
final class InstanceAssociations {
  private struct Pending {
    let mapping: Int
    let source: RowKey
    let destination: ManagedObject
    let isMapped: Bool
  }

  /// The associations of objects that have been saved.
  let saved: MigrationAssociations
  private var pending: [Pending] = []
  /// The indexes into `pending` of each source object's associations.
  private var places: [RowKey: [Int]] = [:]

  init() throws { saved = try MigrationAssociations() }

  /// - Parameter isMapped: whether the mapping itself, rather than a policy, created the
  ///   destination.
  func add(
    _ source: ManagedObject, _ destination: ManagedObject, by mapping: Int, isMapped: Bool
  ) {
    places[source.rowKey, default: []].append(pending.count)
    pending.append(
      Pending(
        mapping: mapping, source: source.rowKey, destination: destination, isMapped: isMapped))
  }

  /// Moves associations whose objects now have keys into the table, after a save.
  ///
  /// - Parameter deleted: the objects that the save deleted; they are no longer found.
  func settle(deleted: some Sequence<ManagedObject>) throws {
    if !pending.isEmpty {
      let pairs = pending.lazy.filter { $0.destination.key > 0 }.map {
        MigrationAssociations.Pair(
          mapping: $0.mapping, source: $0.source, destination: $0.destination.rowKey,
          isMapped: $0.isMapped)
      }
      try saved.add(pairs)
      removePending()
    }
    for object in deleted where object.key > 0 {
      try saved.removePairs(of: object.rowKey)
    }
  }

  func removeAll() throws {
    removePending()
    try saved.removeAll()
  }

  private func removePending() {
    pending.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The objects that were created from source objects, in the order of the source objects and then
  /// of association; each appears once, and deleted ones are left out.
  ///
  /// - Parameter mapping: nil for any mapping.
  func destinations(
    of sources: [ManagedObject], by mapping: Int?, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    var made: [ManagedObject] = []
    made.reserveCapacity(sources.count)
    for source in sources {
      let row = source.rowKey
      for pair in try saved.pairs(ofSource: row)
      where mapping == nil || pair.mapping == mapping {
        let object = context.object(of: pair.destination)
        if !object.isDeleted { made.append(object) }
      }
      for one in (places[row] ?? []).map({ pending[$0] })
      where (mapping == nil || one.mapping == mapping) && !one.destination.isDeleted {
        made.append(one.destination)
      }
    }
    return sources.count == 1 ? made : OrderedSet(made).elements
  }

  /// The source objects from which a mapping created an object, and whether the mapping itself,
  /// rather than a policy, did.
  func origins(
    of destination: ManagedObject, by mapping: Int
  ) throws -> [(source: RowKey, isMapped: Bool)] {
    let known = destination.key > 0 ? try saved.pairs(of: destination.rowKey, by: mapping) : []
    let new = pending.lazy.filter { $0.destination === destination && $0.mapping == mapping }
    return known.map { ($0.source, $0.isMapped) } + new.map { ($0.source, $0.isMapped) }
  }
}
