import Foundation
import ObjectModel

/// What happened to a result or a section.
public enum FetchedResultsChangeType: UInt, Sendable {
  case insert = 1
  case delete = 2
  /// The result is in another place, and may have other values as well.
  case move = 3
  /// The result has other values, in the same place among the others.
  case update = 4
}

/// Learns how a controller's results change, in one of three ways.
///
/// - As a snapshot: implement `controller(_:didChangeContentWith:)` for a `FetchedResultsSnapshot`.
///   Nothing else is called then.
/// - As a difference: implement the one for a `CollectionDifference`. It is called by controllers
///   without sections, and nothing else is then.
/// - Change by change: for a batch of changes `controllerWillChangeContent(_:)`, then the sections that
///   went and came, then the results that went (from the last to the first), came, moved and changed,
///   then `controllerDidChangeContent(_:)`. At the first call the controller has the new results.
///
/// Each batch is what one event of the context, or one merge, made different; without a difference
/// nothing is called.
public protocol FetchedResultsControllerDelegate<ResultType>: AnyObject {
  associatedtype ResultType: ManagedObject

  func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>)

  /// A section came, with its results, or went, without any.
  ///
  /// - Parameter index: that before the batch for a section that went, and after it for one that came.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex index: Int,
    for type: FetchedResultsChangeType)

  /// A result came, went, moved or changed.
  ///
  /// - Parameters:
  ///   - indexPath: where it was before the batch; nil for one that came.
  ///   - newIndexPath: where it is after the batch; nil for one that went. The two may differ for
  ///     one that did not move, where others before it came or went.
  func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

  func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>)

  /// What is shown in an index for sections of that name; by itself the first letter, in upper case.
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

/// What a delegate does that does not say otherwise.
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

  /// Tells the controller that its delegate does not take differences.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) { controller.isDeclined = true }

  /// Tells the controller that its delegate does not take snapshots.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) { controller.isDeclined = true }
}
