import ObjectModel
import ObjectStore

/// A section of a controller's results.
public protocol FetchedResultsSectionInfo {
  /// The common value of `sectionNameKeyPath` of its results, as a string.
  var name: String { get }

  /// The section's index title.
  var indexTitle: String? { get }

  var numberOfObjects: Int { get }

  /// Its results, created by each call.
  var objects: [Any]? { get }
}

/// The state of a section when it was requested.
struct FetchedResultsSection<ResultType: ManagedObject>: FetchedResultsSectionInfo {
  let section: ResultList.Section
  let controller: FetchedResultsController<ResultType>

  var name: String { section.name }

  var indexTitle: String? { controller.sectionIndexTitle(forSectionName: section.name) }

  var numberOfObjects: Int { section.count }

  var objects: [Any]? {
    section.chunks.flatMap(\.keys).compactMap { controller.object(for: $0) }
  }
}
