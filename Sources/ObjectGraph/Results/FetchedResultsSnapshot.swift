import ObjectModel
import ObjectStore

/// The results of a controller at one moment, as IDs in sections, for any queue.
///
/// Snapshots share their common parts: each one only takes memory for its changes, regardless of
/// the number of results.
public struct FetchedResultsSnapshot: Sendable {
  private let list: ResultList
  private let stores: [StoreIdentity]
  private let model: ModelLayout
  /// The IDs of objects that were not saved when they became results, by their keys in the list.
  private let unsaved: [Int64: ManagedObjectID]

  /// The results with new values in the latest change, whether or not they moved.
  public let reloadedItemIdentifiers: [ManagedObjectID]

  init(
    _ list: ResultList, of context: ManagedObjectContext, unsaved: [Int64: ManagedObject],
    updated: [ManagedObjectID]
  ) {
    self.list = list
    (stores, model) = (context.coordinator.storeIdentities, context.model)
    self.unsaved = unsaved.mapValues(\.objectID)
    reloadedItemIdentifiers = updated
  }

  /// The number of sections.
  public var numberOfSections: Int { list.sections.count }

  /// The number of results in all sections.
  public var numberOfItems: Int { list.count }

  /// The names of the sections.
  public var sectionIdentifiers: [String] { list.sections.map(\.name) }

  /// The IDs of all results, in order; takes a step for each.
  public var itemIdentifiers: [ManagedObjectID] {
    var found: [ManagedObjectID] = []
    found.reserveCapacity(list.count)
    list.visit { found.append(id(of: $0)) }
    return found
  }

  /// The number of results in a section.
  ///
  /// - Parameter section: the section's index, from 0 to `numberOfSections - 1`.
  public func numberOfItems(inSection section: Int) -> Int { list.sections[section].count }

  /// The IDs of a section's results, in order.
  public func itemIdentifiers(inSection section: Int) -> [ManagedObjectID] {
    list.keys(inSection: section, rows: 0..<list.sections[section].count).map { id(of: $0) }
  }

  /// The ID of the result in a row of a section.
  public func itemIdentifier(row: Int, section: Int) -> ManagedObjectID {
    id(of: list.key(at: .init(section: section, row: row)))
  }

  private func id(of result: RowKey) -> ManagedObjectID {
    unsaved[result.key]
      ?? ManagedObjectID(key: result.key, among: stores, model[result.entityNumber])
  }
}
