import ObjectModel
import ObjectStore

/// A section of a controller's results.
public protocol FetchedResultsSectionInfo {
  /// What its results have in common: the value of `sectionNameKeyPath`, in words.
  var name: String { get }

  /// What is shown for it in an index.
  var indexTitle: String? { get }

  var numberOfObjects: Int { get }

  /// Its results, which are made for each call.
  var objects: [Any]? { get }
}

/// A section as it was when it was asked for.
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
