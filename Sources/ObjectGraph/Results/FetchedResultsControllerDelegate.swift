import Foundation
import ObjectModel

/// The kind of change of a result or a section.
public enum FetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete = 2
  /// The result has moved, and may have new values as well.
  case move = 3
  /// The result has new values, but the same position among the others.
  case update = 4
}

/// Receives the changes of a controller's results, in one of three forms.
///
/// - As a snapshot: implement `controller(_:didChangeContentWith:)` with a
///   `FetchedResultsSnapshot`. No other method is called then.
/// - As a difference: implement the same method with a `CollectionDifference`. Controllers without
///   sections call it, and no other method then.
/// - Change by change: a batch of changes calls `controllerWillChangeContent(_:)`, then reports
///   removed and inserted sections, then results that were removed (from the last to the first),
///   inserted, moved and updated, then calls `controllerDidChangeContent(_:)`. The controller has
///   the new results from the first call on.
///
/// A batch contains the changes of one event of the context, or of one merge; without changes, no
/// method is called.
public protocol FetchedResultsControllerDelegate<ResultType>: AnyObject {
  associatedtype ResultType: ManagedObject

  func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>)

  /// A section was inserted, together with its results, or an empty one was removed.
  ///
  /// - Parameter index: the index before the batch for a removed section, and after it for an
  ///   inserted one.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex index: Int,
    for type: FetchedResultsChangeType)

  /// A result was inserted, removed, moved or updated.
  ///
  /// - Parameters:
  ///   - indexPath: its index path before the batch; nil for an inserted result.
  ///   - newIndexPath: its index path after the batch; nil for a removed result. It may differ even
  ///     if the result did not move, since others before it were inserted or removed.
  func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

  func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>)

  /// The index title for sections with the given name; by default, the first letter in upper case.
  func controller(
    _ controller: FetchedResultsController<ResultType>, sectionIndexTitleForSectionName name: String
  ) -> String?

  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>)

  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith snapshot: FetchedResultsSnapshot)
}

/// Default implementations.
extension FetchedResultsControllerDelegate {
  public func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>) {}

  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex index: Int,
    for type: FetchedResultsChangeType
  ) {}

  public func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  public func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>) {}

  public func controller(
    _ controller: FetchedResultsController<ResultType>, sectionIndexTitleForSectionName name: String
  ) -> String? { name.first.map { $0.uppercased() } }

  /// Tells the controller that the delegate does not implement differences.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) { controller.isDeclined = true }

  /// Tells the controller that the delegate does not implement snapshots.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) { controller.isDeclined = true }
}
