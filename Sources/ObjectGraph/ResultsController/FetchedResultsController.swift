import Foundation
import ObjectModel
import ObjectStore

/// Keeps the results of a fetch request, in sections, true to what happens in a context.
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
/// It follows the context while it has a delegate, or while somebody waits for one of its
/// `snapshots`: what changes there, saved or not, what other contexts save into it, and what it
/// merges. Without either, its results stay as they were fetched.
///
/// With a `fetchBatchSize` it knows 16 bytes of each result and reads the others a batch at a time, so
/// that it opens on a million rows in two statements and one change costs the reading of about twenty
/// rows. It does not enforce the request's limit when objects come later, and it is not told when an
/// object changes that a result only leads to.
///
/// It stays on the context's queue, and keeps the context.
public final class FetchedResultsController<ResultType: ManagedObject> {
  /// What is fetched; changes of it count from the next `performFetch()` on.
  public let fetchRequest: FetchRequest<ResultType>

  public let managedObjectContext: ManagedObjectContext

  /// What the results of a section have in common: an attribute, transient or not, also of a related
  /// object. Nil for one section without a name, or where a function names the sections.
  ///
  /// The results must be sorted so that those of a section follow each other; nil counts as "".
  public let sectionNameKeyPath: String?

  /// The name under which the order and the sections of the results are kept for the next time; nil
  /// where they are not.
  ///
  /// It is used for the same request for as long as nobody changes anything in the store, also by the
  /// next run of the program; otherwise the results are fetched. Call `deleteCache(withName:)` when the
  /// program has come to name its sections differently, by a transient attribute or a function: that is
  /// not noticed. Nothing is kept for stores in memory, several stores at once, unsaved changes, or
  /// predicates with a block, `now()` or `random()`.
  ///
  /// The first use adds a table and triggers to the store's file, which notice changes by any program.
  public let cacheName: String?

  /// Names the section of a result; nil where `sectionNameKeyPath` does, or there are none.
  private let sectionName: ((ResultType) -> String)?

  /// Learns how the results change; not retained.
  public weak var delegate: (any FetchedResultsControllerDelegate<ResultType>)? {
    didSet { followContext() }
  }

  /// The results; nil before the first fetch.
  var results: Results?

  /// What the controller knows since the last `performFetch()`.
  struct Results {
    let plan: FetchPlan
    let naming: SectionNaming
    let index: ResultIndex
    let source: ResultSource
    /// Whether the context was reset, and nothing here is of use any more.
    var isInvalidated = false
  }

  /// Set by a delegate's method that does nothing but say that the delegate does not have it.
  var isDeclined = false

  private var observations: [ContextObservation] = []
  let waiting = SnapshotReaders()

  /// Makes a controller, which has no results before `performFetch()`.
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

  /// Makes a controller whose sections are named by a function, such as one of the results' class.
  ///
  ///     FetchedResultsController(fetchRequest: request, managedObjectContext: context) { $0.initial }
  ///
  /// It reads every result when it fetches, a batch at a time, unless it finds the sections in its
  /// cache.
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

  /// Fetches the results, in place of those that there are; no delegate is told.
  ///
  /// - Throws: code 134060 for results that are not sorted by their sections, 134061 for a request
  ///   without sort descriptors, and what `ManagedObjectContext.fetch(_:)` throws. The results
  ///   stay as they were then.
  public func performFetch() throws {
    managedObjectContext.checkQueue()
    results = try fetchResults()
    followContext()
    waiting.yield(snapshot)
  }

  func fetchResults() throws -> Results {
    // What comes and goes within one event is told to nobody: it must not be found in between.
    managedObjectContext.processPendingChanges()
    let name = sectionName.map { sectionName in
      { (object: ManagedObject) in (object as? ResultType).map(sectionName) ?? "" }
    }
    return try managedObjectContext.results(
      of: fetchRequest, sectionedBy: sectionNameKeyPath, name, cacheName: cacheName)
  }

  /// Removes what is kept under a name, or under all names; see `cacheName`.
  public static func deleteCache(withName name: String?) { SectionCache.delete(name) }

  /// Begins to follow the context where somebody wants to know, and ends it where nobody does.
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

  /// The results, in order; nil before the first fetch. Costs a step for each.
  public var fetchedObjects: [ResultType]? {
    results.map { typed($0.source.objects(of: $0.index.list)) }
  }

  /// How many results there are; costs a step for each section.
  public var numberOfObjects: Int { results?.index.list.count ?? 0 }

  /// The result at a place.
  ///
  /// With a batch size it is read with its neighbours, in one statement, where that was not done lately.
  ///
  /// - Throws: code 134061 for a place that there is not.
  public func object(at indexPath: IndexPath) throws -> ResultType {
    guard let results, let place = results.index.list.place(at: indexPath) else {
      throw ObjectGraphError(
        .invalidArgument, "there is no result at \(indexPath.section), \(indexPath.row)",
        repair: results == nil
          ? "call performFetch() first" : "see how many objects a section of sections has")
    }
    return typed([results.source.object(at: place, of: results.index.list)])[0]
  }

  /// Where an object is among the results; nil for one that is not. Costs a step for each 512 results.
  public func indexPath(forObject object: ResultType) -> IndexPath? {
    guard let results, object.contextReference === managedObjectContext else { return nil }
    settleKeys(results)
    return results.index.place(of: object.key)?.indexPath
  }

  /// The sections; nil before the first fetch.
  ///
  /// Without a `sectionNameKeyPath` there is one, also when there are no results; with one there is
  /// none without results.
  public var sections: [any FetchedResultsSectionInfo]? {
    results.map { results in
      results.index.list.sections.map { FetchedResultsSection(section: $0, controller: self) }
    }
  }

  /// What is shown for sections of that name in an index: what the delegate says, or the first letter.
  public func sectionIndexTitle(forSectionName name: String) -> String? {
    guard let delegate else { return name.first.map { $0.uppercased() } }
    return delegate.controller(self, sectionIndexTitleForSectionName: name)
  }

  /// The titles of all sections, each once, in their order.
  public var sectionIndexTitles: [String] {
    var titles: [String] = []
    var known: Set<String> = []
    for section in results?.index.list.sections ?? [] {
      guard let title = sectionIndexTitle(forSectionName: section.name) else { continue }
      if known.insert(title).inserted { titles.append(title) }
    }
    return titles
  }

  /// The first section of a title.
  ///
  /// - Parameter sectionIndex: the place of the title among `sectionIndexTitles`.
  /// - Throws: code 134061 when there is another title, or none, at that place.
  public func section(forSectionIndexTitle title: String, at sectionIndex: Int) throws -> Int {
    let titles = sectionIndexTitles
    let names = results?.index.list.sections.map(\.name) ?? []
    guard titles.indices.contains(sectionIndex), titles[sectionIndex] == title,
      let section = names.firstIndex(where: { sectionIndexTitle(forSectionName: $0) == title })
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(title) is not the title \(sectionIndex) of the sections",
        repair: "use one of \(titles.joined(separator: ", ")), and its place")
    }
    return section
  }

  /// The results as they are now, for any queue; empty before the first fetch.
  public var snapshot: FetchedResultsSnapshot { snapshot(updated: []) }

  func snapshot(updated: [ManagedObjectID]) -> FetchedResultsSnapshot {
    FetchedResultsSnapshot(
      results?.index.list ?? ResultList(), managedObjectContext.resultIDs(results?.source),
      updated: updated)
  }

  func object(for key: ResultKey) -> ResultType? {
    results.map { typed([$0.source.object(for: key)])[0] }
  }

  func typed(_ objects: [ManagedObject]) -> [ResultType] {
    // Sound: objects are only ever made of their bindings' classes, which the fetch checked; arrays
    // of classes have one layout.
    unsafeBitCast(objects, to: [ResultType].self)
  }
}

/// It stays on its context's queue.
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
