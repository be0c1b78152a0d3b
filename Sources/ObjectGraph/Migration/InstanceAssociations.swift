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

  /// The objects that were made of a source object, in the order in which they were associated.
  ///
  /// - Parameter mapping: nil for whatever mapping.
  func destinations(
    of source: ManagedObject, by mapping: Int?, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let instance = Instance(source)
    let made = try saved.destinations(of: instance, by: mapping).map { context.object(of: $0) }
    guard let unsaved = places[instance] else { return made }
    return made
      + unsaved.map { pending[$0] }.filter { mapping == nil || $0.mapping == mapping }
      .map(\.destination)
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
