import Foundation
import ObjectModel
import ObjectStore

/// Keeps the results of a fetch request, in sections, up to date with the changes in a context.
///
///     let request = Team.fetchRequest()
///     request.sortDescriptors = [
///       FetchSortDescriptor(key: "qualifyingZone", ascending: true),
///       FetchSortDescriptor(key: "wins", ascending: false),
///     ]
///     let controller = FetchedResultsController(
///       fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "qualifyingZone")
///     controller.delegate = self
///     try controller.performFetch()
///
/// It tracks the context while it has a delegate, or while someone iterates over its `snapshots`:
/// changes in the context, saved or not, saves of other contexts into it, and merged changes.
/// Otherwise, its results remain as fetched.
///
/// With a `fetchBatchSize`, it stores 16 bytes for each result and reads the rest in batches, so
/// that it fetches a million rows in two statements, and a change takes reading about twenty rows.
/// It does not apply the request's limit to objects added later, and changes of related objects do
/// not update their results.
///
/// It must stay on the context's queue, and keeps the context alive.
public final class FetchedResultsController<ResultType: ManagedObject> {
  /// The request; changes to it take effect with the next `performFetch()`.
  public let fetchRequest: FetchRequest<ResultType>

  /// The context whose objects it follows.
  public let managedObjectContext: ManagedObjectContext

  /// The key path of the section names: an attribute, transient or not, possibly of a related
  /// object. Nil for one section without a name, or if a function names the sections.
  ///
  /// The results must be sorted so that those of a section are adjacent; nil is treated as "".
  public let sectionNameKeyPath: String?

  /// The name under which the order and the sections of the results are cached; nil for no cache.
  ///
  /// The cache is used for the same request as long as nothing in the store changes, even by later
  /// runs of the program; otherwise, the results are fetched. Call `deleteCache(withName:)` if the
  /// program names its sections differently than before, by a transient attribute or a function,
  /// since this is not detected. Nothing is cached for in-memory stores, several stores at once,
  /// unsaved changes, or predicates with a block, `now()` or `random()`.
  ///
  /// The first use adds a table and triggers to the store's file, which detect changes by any
  /// program.
  public let cacheName: String?

  /// Names the section of a result; nil if `sectionNameKeyPath` does, or there are no sections.
  let sectionName: ((ResultType) -> String)?

  /// Receives the changes of the results; not retained.
  public weak var delegate: (any FetchedResultsControllerDelegate<ResultType>)? {
    didSet { followContext() }
  }

  /// The results; nil before the first fetch.
  var results: Results?

  /// The state of the controller since the last `performFetch()`.
  struct Results {
    let plan: FetchPlan
    let naming: SectionNaming
    let index: ResultIndex
    let source: ResultSource
    /// Whether the context was reset, which invalidates the results.
    var isInvalidated = false
  }

  /// Set by a delegate method's default implementation, to show that the delegate does not
  /// implement it.
  var isDeclined = false

  private var observations: [ContextObservation] = []
  let waiting = StreamReaders<FetchedResultsSnapshot>()

  /// Creates a controller, which has no results before `performFetch()`.
  public init(
    fetchRequest: FetchRequest<ResultType>, managedObjectContext: ManagedObjectContext,
    sectionNameKeyPath: String? = nil, cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
    sectionName = nil
  }

  /// Creates a controller with a function that names its sections, such as a method of the results'
  /// class.
  ///
  ///     FetchedResultsController(fetchRequest: request, managedObjectContext: context) { $0.initial }
  ///
  /// Fetching reads all results, a batch at a time, unless the sections are in the cache.
  public init(
    fetchRequest: FetchRequest<ResultType>, managedObjectContext: ManagedObjectContext,
    cacheName: String? = nil, sectionName: @escaping (ResultType) -> String
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    sectionNameKeyPath = nil
    self.cacheName = cacheName
    self.sectionName = sectionName
  }

  deinit { waiting.finish() }

  /// Fetches the results and replaces the current ones, without notifying the delegate.
  ///
  /// - Throws: code 134060 if the results are not sorted by their sections, 134061 if the request
  ///   has no sort descriptors, and errors of `ManagedObjectContext.fetch(_:)`. The results are
  ///   then unchanged.
  public func performFetch() throws {
    managedObjectContext.checkQueue()
    results = try fetchResults()
    followContext()
    waiting.yield(snapshot)
  }

  /// Deletes the cache with a name, or all caches; see `cacheName`.
  public static func deleteCache(withName name: String?) { SectionCache.delete(name) }

  /// Starts tracking the context if there is a delegate or a reader, and stops otherwise.
  func followContext() {
    guard delegate != nil || waiting.isAny else {
      observations = []
      return
    }
    guard observations.isEmpty, results != nil else { return }
    let context = managedObjectContext
    observations = [
      context.addObjectsDidChangeNotificationObserver { [weak self] in self?.apply($0) },
      context.addMergeObserver { [weak self] in self?.apply($0) },
    ]
  }

  // MARK: Reading

  /// The results, in order; nil before the first fetch. Takes a step for each result.
  public var fetchedObjects: [ResultType]? {
    results.map { typed($0.source.objects(of: $0.index.list)) }
  }

  /// The number of results; takes a step for each section.
  public var numberOfObjects: Int { results?.index.list.count ?? 0 }

  /// The result at an index path.
  ///
  /// With a batch size, it is read together with its neighbors, in one statement, unless they were
  /// read recently.
  ///
  /// - Throws: code 134061 if the index path is out of range.
  public func object(at indexPath: IndexPath) throws -> ResultType {
    guard let results, let place = results.index.list.place(at: indexPath) else {
      throw ObjectGraphError(
        .invalidArgument, "there is no result at \(indexPath.section), \(indexPath.row)",
        repair: results == nil
          ? "call performFetch() first" : "check the number of objects in each section")
    }
    return typed([results.source.object(at: place, of: results.index.list)])[0]
  }

  /// The index path of a result; nil if the object is not a result. Takes a step for each 512
  /// results.
  public func indexPath(forObject object: ResultType) -> IndexPath? {
    guard let results, object.contextReference === managedObjectContext else { return nil }
    settleKeys(results)
    return results.index.place(of: object.key)?.indexPath
  }

  /// The sections; nil before the first fetch.
  ///
  /// Without a `sectionNameKeyPath`, there is always one section, even without results; with one,
  /// there are no empty sections.
  public var sections: [any FetchedResultsSectionInfo]? {
    results.map { results in
      results.index.list.sections.map { FetchedResultsSection(section: $0, controller: self) }
    }
  }

  /// The index title for sections with the given name: the delegate's, or else the first letter.
  public func sectionIndexTitle(forSectionName name: String) -> String? {
    guard let delegate else { return name.first.map { $0.uppercased() } }
    return delegate.controller(self, sectionIndexTitleForSectionName: name)
  }

  /// The titles of all sections, in order, without duplicates.
  public var sectionIndexTitles: [String] {
    let names = results?.index.list.sections.map(\.name) ?? []
    return OrderedSet(names.compactMap { sectionIndexTitle(forSectionName: $0) }).elements
  }

  /// The first section with a title.
  ///
  /// - Parameter sectionIndex: the index of the title in `sectionIndexTitles`.
  /// - Throws: code 134061 if the title at that index differs, or there is none.
  public func section(forSectionIndexTitle title: String, at sectionIndex: Int) throws -> Int {
    let titles = sectionIndexTitles
    let names = results?.index.list.sections.map(\.name) ?? []
    guard titles.indices.contains(sectionIndex), titles[sectionIndex] == title,
      let section = names.firstIndex(where: { sectionIndexTitle(forSectionName: $0) == title })
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(title) is not the title \(sectionIndex) of the sections",
        repair: "use one of \(titles.joined(separator: ", ")), and its index")
    }
    return section
  }

  /// The current results, for any queue; empty before the first fetch.
  public var snapshot: FetchedResultsSnapshot { snapshot(updated: []) }

  func snapshot(updated: [ManagedObjectID]) -> FetchedResultsSnapshot {
    FetchedResultsSnapshot(
      results?.index.list ?? ResultList(), of: managedObjectContext,
      unsaved: results?.source.unsaved ?? [:], updated: updated)
  }

  func object(for key: RowKey) -> ResultType? {
    results.map { typed([$0.source.object(for: key)])[0] }
  }

  func typed(_ objects: [ManagedObject]) -> [ResultType] {
    // Sound: all objects have their bindings' classes, which the fetch checked; arrays of classes
    // share one layout.
    unsafeBitCast(objects, to: [ResultType].self)
  }
}

/// It must stay on its context's queue.
@available(*, unavailable)
extension FetchedResultsController: Sendable {}

extension ResultList {
  func place(at indexPath: IndexPath) -> Place? {
    guard indexPath.count == 2, sections.indices.contains(indexPath.section),
      (0..<sections[indexPath.section].count).contains(indexPath.row)
    else { return nil }
    return Place(section: indexPath.section, row: indexPath.row)
  }
}
