import Foundation
import ObjectGraph
import Rendering

/// Keeps the rows of a list as they were told last, and finds out what became different.
///
/// What comes, goes and moves it learns from the controller. The values it compares itself, as an object
/// that was read anew need not have others, and a label is that of another object.
final class ListFollower: FetchedResultsControllerDelegate {
  private let list: WatchedList
  private var told: [ManagedObjectID: ListChange.Row] = [:]
  /// What is told of stays with its values: of a fault no change of values is told.
  private var objects: [ManagedObjectID: ManagedObject] = [:]
  private var changes: [ListChange] = []

  /// Follows a list from now on.
  init(_ list: WatchedList) {
    self.list = list
    list.controller.delegate = self
  }

  /// Reads all rows, which are those to compare with from now on.
  ///
  /// - Throws: when a row is gone from the store.
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

  /// What became different since the last call, in the order in which it came about.
  func takeChanges() -> [ListChange] {
    defer { changes = [] }
    return changes
  }

  /// Fetches again what another process may have changed, and compares all values.
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

  private func note(_ kind: ListChange.Kind, _ object: ManagedObject) {
    let id = object.objectID
    let before = told[id]
    if kind == .delete {
      told[id] = nil
      objects[id] = nil
      if let before { changes.append(ListChange(kind: .delete, row: before)) }
      return
    }
    // A row that is gone by now is told of as such by the next change.
    guard let row = try? row(of: object) else { return }
    if kind == .update, row == before { return }
    told[id] = row
    objects[id] = object
    changes.append(ListChange(kind: kind, row: row))
  }

  // MARK: The controller's delegate

  func controller(
    _ controller: FetchedResultsController<ManagedObject>, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    switch type {
    case .insert: note(.insert, object)
    case .delete: note(.delete, object)
    case .move: note(.move, object)
    case .update: note(.update, object)
    }
  }
}
