import ObjectModel
import ObjectStore

/// Which destination objects were made of which source objects, by which mapping.
///
/// What is not saved yet is held here, with its objects; the rest is a table of keys.
final class InstanceAssociations {
  typealias Instance = MigrationAssociations.Instance

  private struct Pending {
    let mapping: Int
    let source: Instance
    let destination: ManagedObject
  }

  private let saved: MigrationAssociations
  private var pending: [Pending] = []
  /// The places of source objects in `pending`.
  private var places: [Instance: [Int]] = [:]

  init() throws { saved = try MigrationAssociations() }

  func add(_ source: ManagedObject, _ destination: ManagedObject, by mapping: Int) {
    let instance = Instance(source)
    places[instance, default: []].append(pending.count)
    pending.append(Pending(mapping: mapping, source: instance, destination: destination))
  }

  /// Puts into the table what has keys now, after a save.
  func settle() throws {
    guard !pending.isEmpty else { return }
    try saved.add(
      pending.lazy.filter { $0.destination.key > 0 }.map {
        .init(mapping: $0.mapping, source: $0.source, destination: Instance($0.destination))
      })
    removePending()
  }

  func removeAll() throws {
    removePending()
    try saved.removeAll()
  }

  private func removePending() {
    pending.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The objects that were made of source objects, in the order of these and in which they were
  /// associated; each once.
  ///
  /// - Parameter mapping: nil for whatever mapping.
  func destinations(
    of sources: [ManagedObject], by mapping: Int?, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    var made: [ManagedObject] = []
    made.reserveCapacity(sources.count)
    for source in sources {
      let instance = Instance(source)
      try saved.visitDestinations(of: instance, by: mapping) { made.append(context.object(of: $0)) }
      for place in places[instance] ?? [] where mapping == nil || pending[place].mapping == mapping
      {
        made.append(pending[place].destination)
      }
    }
    return sources.count == 1 ? made : OrderedSet(made).elements
  }

  /// The source objects that an object was made of.
  ///
  /// - Parameter mapping: nil for whatever mapping.
  func sources(of destination: ManagedObject, by mapping: Int?) throws -> [Instance] {
    let known =
      destination.key > 0 ? try saved.sources(of: Instance(destination), by: mapping) : []
    guard !pending.isEmpty else { return known }
    return known
      + pending.filter { one in
        one.destination === destination && (mapping == nil || one.mapping == mapping)
      }.map(\.source)
  }

  /// See `MigrationAssociations.firstPairs(of:after:limit:)`; what is not saved is not among them.
  func firstPairs(
    of mapping: Int, after id: Int64, limit: Int
  ) throws -> (pairs: [MigrationAssociations.Pair], last: Int64) {
    try saved.firstPairs(of: mapping, after: id, limit: limit)
  }
}

extension MigrationAssociations.Instance {
  fileprivate init(_ object: ManagedObject) {
    self.init(entityNumber: object.layout.number, key: object.key)
  }
}

extension ManagedObjectContext {
  /// The object of an instance, which may be a fault.
  func object(of instance: MigrationAssociations.Instance) -> ManagedObject {
    object(key: instance.key, entityNumber: instance.entityNumber)
  }
}
