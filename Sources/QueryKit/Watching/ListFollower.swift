import Foundation
import ObjectGraph
import Rendering

/// Tracks the last reported rows of a list, and determines what has changed since.
///
/// The controller reports insertions, deletions and moves. Values are compared here, because a
/// refreshed object need not have changed, and a label can change along with another object.
final class ListFollower: FetchedResultsControllerDelegate {
  private let list: WatchedList
  private var told: [ManagedObjectID: ListChange.Row] = [:]
  /// Keeps the reported objects from becoming faults, for which no updates are reported.
  private var objects: [ManagedObjectID: ManagedObject] = [:]
  private var changes: [ListChange] = []

  /// Starts following a list, as its controller's delegate.
  init(_ list: WatchedList) {
    self.list = list
    list.controller.delegate = self
  }

  /// Reads all rows, by section, and makes them the baseline for changes.
  ///
  /// - Throws: an error if an object is no longer in the store.
  func readRows() throws -> [[ListChange.Row]] {
    (told, objects) = ([:], [:])
    return try list.sizes.indices.map { section in
      try (0..<list.sizes[section]).map { index in
        let object = try list.object(section: section, row: index)
        let row = try row(of: object)
        told[object.objectID] = row
        objects[object.objectID] = object
        return row
      }
    }
  }

  /// Returns the changes since the last call, in order, and clears them.
  func takeChanges() -> [ListChange] {
    defer { changes = [] }
    return changes
  }

  /// Refetches the list after other processes may have changed it, and compares all values.
  func lookAgain() throws {
    try list.controller.refetch()
    for (section, size) in list.sizes.enumerated() {
      for index in 0..<size {
        note(.update, try list.object(section: section, row: index))
      }
    }
  }

  private func row(of object: ManagedObject) throws -> ListChange.Row {
    ListChange.Row(section: try list.title(of: object), cells: try list.table.cells(of: object))
  }

  private func note(_ kind: FetchedResultsChangeType, _ object: ManagedObject) {
    let id = object.objectID
    let before = told[id]
    if kind == .delete {
      told[id] = nil
      objects[id] = nil
      if let before { changes.append(ListChange(kind: .delete, row: before)) }
      return
    }
    // If the object has been deleted in the meantime, its deletion is reported next.
    guard let row = try? row(of: object) else { return }
    if kind == .update, row == before { return }
    told[id] = row
    objects[id] = object
    changes.append(ListChange(kind: kind, row: row))
  }

  // MARK: FetchedResultsControllerDelegate

  func controller(
    _ controller: FetchedResultsController<ManagedObject>, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    note(type, object)
  }
}
