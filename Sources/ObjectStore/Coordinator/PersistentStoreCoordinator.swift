import Foundation
import ObjectModel
import Synchronization

/// Stands between contexts and stores: opens them, fetches and saves through them as if they were
/// one, and remembers rows.
///
/// It may be used from any thread. Saves to a store take turns, and reading waits for none of them
/// where the store is a SQLite file with a write-ahead log. What one store does not hold another
/// may: a fetch asks every store that has the entity, and a save writes to every store that its
/// objects are in.
public final class PersistentStoreCoordinator: Sendable {
  struct State {
    /// The open stores, by number.
    var stores: [PersistentStore] = []
    /// The identities of all stores that there ever were, at their numbers, which are not used
    /// again: an ID of a removed store never comes to name a row of another.
    var identities: [StoreIdentity] = []
    /// The only store that there ever was, where it holds every entity.
    var only: PersistentStore?
    var foreignVersions: [Int: Int64] = [:]
    /// See `queryGenerationLifetime`.
    var generationLifetime: TimeInterval = 600
    /// Called after a store was removed.
    var removalHandler: (@Sendable () -> Void)?
  }

  /// The model of the coordinator's stores, unchangeable from the moment the coordinator is made.
  public let managedObjectModel: ManagedObjectModel

  package let layout: ModelLayout

  /// What the module above keeps with a coordinator: the contexts that merge its saves.
  package let attachment = Attachment()

  /// Those who want to know what is done.
  package let work: WorkObservers

  /// Where the module above keeps the queue of `perform(_:)`.
  package let queueAttachment = Attachment()

  /// The number of saves and of times that rows were forgotten: a row that was remembered at this
  /// number is the newest there is. It starts at 1: a row with 0 never came by here.
  let saves: Atomic<UInt32>

  /// How often a store was removed, for contexts to see that objects of theirs are of no use.
  let removals = Atomic<Int>(0)

  let state: Lock<State>

  /// The rows that are remembered.
  let cache = Lock(RowCache())

  /// The number of the last change that the cache was told of, for those who do not wait for it.
  let changeCount = Atomic<UInt64>(0)

  let clock = Lock(RowClock())

  /// Set between `interrupt()` and `resume()`.
  let interruption: StoreInterruption

  /// The query generations that contexts and tokens hold.
  let generations = QueryGenerationList()

  /// The coordinator that this one stands for in a write transaction; nil for one that stands for
  /// none, or in a query generation.
  package let transactionOf: PersistentStoreCoordinator?

  /// Takes a model into use.
  ///
  /// - Throws: code 134020 when the model is not valid.
  public init(managedObjectModel model: ManagedObjectModel) throws {
    managedObjectModel = model
    layout = try ModelLayout.of(model)
    saves = Atomic(1)
    state = Lock(State())
    interruption = StoreInterruption()
    transactionOf = nil
    work = WorkObservers()
    work.log = Self.defaultSQLLog
  }

  /// Stands for another coordinator, over stores of its own: those of a query generation, or the one
  /// of a write transaction.
  ///
  /// Its rows do not count as new anywhere else: their number is 0, or in a transaction greater than
  /// any that the other one comes to.
  init(
    _ stores: [PersistentStore], standingFor other: PersistentStoreCoordinator,
    isTransaction: Bool = false
  ) {
    transactionOf = isTransaction ? other : nil
    managedObjectModel = other.managedObjectModel
    layout = other.layout
    work = other.work
    saves = Atomic(isTransaction ? 1 << 31 : 0)
    var state = State()
    let (identities, isOnly) = other.state.withLock { ($0.identities, $0.only != nil) }
    state.stores = stores
    state.identities = identities
    state.only = isOnly ? stores.first : nil
    self.state = Lock(state)
    interruption = other.interruption
  }

  deinit {
    // Those of one that stands for another are not the stores that their identities lead to.
    for store in persistentStores where store.identity.store === store { store.identity.detach() }
  }

  /// The stores that were added, in the order in which they were.
  public var persistentStores: [PersistentStore] { state.withLock { $0.stores } }

  /// The store at a URL, or nil when none of the coordinator's is there.
  public func persistentStore(for url: URL) -> PersistentStore? {
    persistentStores.first { $0.url.standardizedFileURL == url.standardizedFileURL }
  }

  /// Where a store is.
  public func url(for store: PersistentStore) -> URL { store.url }

  /// Opens a store, which is made where there is none yet.
  ///
  /// New objects go to the first store added that can be written and holds their entity.
  ///
  /// - Throws: code 134000 for an unknown type, 134010 for a store of another type, 134080 when it
  ///   cannot be opened, 134090 when another process holds it for too long, 134100 when it was made
  ///   with another model, 134061 for a configuration that the model lacks, or when a store of the
  ///   same UUID is here already.
  @discardableResult
  public func addPersistentStore(
    with description: PersistentStoreDescription
  ) throws -> PersistentStore {
    try addPersistentStore(with: description.settings)
  }

  func addPersistentStore(with settings: StoreSettings) throws -> PersistentStore {
    let store = try open(settings)
    do {
      let version = try store.foreignVersion()
      post(Self.storesWillChangeNotification, [.addedPersistentStores: [store]])
      try state.withLock { state in
        try state.attach(store, version: version)
        store.interruption.set(interruption.isSet)
      }
    } catch {
      store.close()
      throw error
    }
    post(Self.storesDidChangeNotification, [.addedPersistentStores: [store]])
    return store
  }

  /// Opens a store of a type at a URL; a store in memory needs none.
  ///
  /// Other than with a description, a store of another version of the model is migrated only where the
  /// options say so.
  ///
  /// - Parameters:
  ///   - configuration: the configuration whose entities the store holds; nil for all.
  ///   - options: see `MigratePersistentStoresAutomaticallyOption` and those beside it.
  /// - Throws: as `addPersistentStore(with:)`, and code 134061 for an option that is not known.
  @discardableResult
  public func addPersistentStore(
    type: StoreType, configuration: String? = nil, at url: URL? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> PersistentStore {
    var settings = try StoreSettings(type: type, at: url, configuration: configuration)
    try settings.apply(options)
    return try addPersistentStore(with: settings)
  }

  func open(_ settings: StoreSettings) throws -> PersistentStore {
    switch settings.type {
    case .inMemory, .sqlite:
      return try openMigrating(settings)
    default:
      throw ObjectGraphError(
        .persistentStoreInvalidType, "there is no store of type \(settings.type.rawValue)",
        repair: "use .sqlite or .inMemory")
    }
  }

  /// Closes a store.
  ///
  /// Its objects are of no use any more: their contexts drop their values and their unsaved
  /// changes, an error in `errors` says so where there were any, and reading them gives empty
  /// values and an error. Background contexts do so when their queue comes to it, and contexts that
  /// were made with `makeChild()` or `init(mainQueueFor:)` before they next fetch, read a fault or
  /// save. IDs go on printing, and objects of other stores are not touched.
  ///
  /// - Throws: code 134070 when the store is not one of this coordinator's.
  public func remove(_ store: PersistentStore) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    post(Self.storesWillChangeNotification, [.removedPersistentStores: [store]])
    guard state.withLock({ $0.detach(store) }) else { throw isForeign }
    close(store)
    post(Self.storesDidChangeNotification, [.removedPersistentStores: [store]])
  }

  /// Closes a store that is not one of the coordinator's any more.
  func close(_ store: PersistentStore) {
    emptyCache()
    generations.forget(store.identity)
    store.close()
    removals.add(1, ordering: .acquiringAndReleasing)
    state.withLock { $0.removalHandler }?()
  }

  var isForeign: ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation, "the store does not belong to this coordinator",
      repair: "use one of its persistentStores")
  }

  /// The ID that a URI of `ManagedObjectID.uriRepresentation()` stands for, or nil when no store of
  /// this coordinator has its UUID or the model lacks its entity.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    guard uri.scheme == "x-coredata", let host = uri.host, uri.pathComponents.count == 3,
      let store = persistentStores.first(where: {
        $0.identifier.caseInsensitiveCompare(host) == .orderedSame
      }),
      let entity = layout.entity(named: uri.pathComponents[1]),
      uri.pathComponents[2].hasPrefix("p"),
      let key = Int64(uri.pathComponents[2].dropFirst()), key > 0, StoreIdentity.isReference(key),
      // Only what `uriRepresentation()` gives: an ID has one URI.
      uri.pathComponents[2] == "p\(key)", uri.query == nil, uri.fragment == nil
    else { return nil }
    return ManagedObjectID(store: store.identity, entity: entity.identity, reference: key)
  }

  // MARK: Interrupting

  /// Ends what is being asked of the stores, from whatever thread, and refuses what is asked from
  /// now on, with code 3072, until `resume()`.
  ///
  /// A save that has not been committed is rolled back whole, in every store that it writes
  /// to; one that is being committed goes through. Objects and unsaved changes stay as they
  /// are. A statement that waits for another process's lock ends with the wait, after the
  /// store's timeout at the latest.
  ///
  /// It may be called from any thread, but not from a signal handler.
  public func interrupt() { setInterrupted(true) }

  /// Lets requests through again; without an interruption it does nothing.
  public func resume() { setInterrupted(false) }

  /// Whether requests are refused, between `interrupt()` and `resume()`.
  public var isInterrupted: Bool { interruption.isSet }

  /// Lets long work that asks the stores little look whether it is to go on.
  ///
  /// - Throws: code 3072 between `interrupt()` and `resume()`.
  public func checkInterruption() throws { try interruption.check() }

  private func setInterrupted(_ isInterrupted: Bool) {
    // Under the lock, so that a store that is added meanwhile has the same.
    state.withLock { state in
      interruption.set(isInterrupted)
      for store in state.stores { store.interruption.set(isInterrupted) }
    }
  }

  /// Makes the search indexes of all stores that are not read-only anew from their rows.
  ///
  /// What other programs write to the objects is noticed without it; it mends an index whose own
  /// tables somebody changed. It reads every row.
  ///
  /// - Throws: what a store reports, such as code 134090 while another process writes.
  public func rebuildSearchIndexes() throws {
    for store in persistentStores where !store.isReadOnly { try store.rebuildSearchIndex() }
  }

  // MARK: Notifications

  /// Posted by the coordinator before stores are added, removed or migrated, on the thread that
  /// does it; see `StoreNotificationKey`.
  public static let storesWillChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// Posted by the coordinator after stores were added, removed or migrated, on the thread that did
  /// it; see `StoreNotificationKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// The keys of the notifications' user info.
  public enum StoreNotificationKey: String, Sendable {
    /// An array of stores.
    case addedPersistentStores = "added"
    /// An array of stores.
    case removedPersistentStores = "removed"
    /// After a migration an array of the old store, the new one, and an array in which the old ID
    /// and the new ID of each object follow each other. Before it, an array of the old store alone.
    case uuidChangedPersistentStores = "changed"
  }

  func post(_ name: Notification.Name, _ info: [StoreNotificationKey: Any]) {
    NotificationCenter.default.post(
      name: name, object: self,
      userInfo: Dictionary(uniqueKeysWithValues: info.map { ($0.key.rawValue, $0.value) }))
  }

  // MARK: Observing

  private static let processLog = Lock<SQLLog?>(
    SQLLog.requested(by: ProcessInfo.processInfo.environment))

  /// The log that coordinators which are made from now on begin with: what the environment variable
  /// `OBJECTGRAPH_SQL_DEBUG` asks for, until another is set.
  public static var defaultSQLLog: SQLLog? {
    get { processLog.withLock { $0 } }
    set { processLog.withLock { $0 = newValue } }
  }

  /// The log of what the SQLite stores are asked; nil for none.
  public var sqlLog: SQLLog? {
    get { work.log }
    set { work.log = newValue }
  }

  /// Tells an observer of all that is done from now on, by whichever context, until it is removed;
  /// the coordinator holds it.
  public func addWorkObserver(_ observer: any WorkObserver) { work.add(observer) }

  /// Tells an observer nothing any more; what another thread is about to tell may still arrive.
  public func removeWorkObserver(_ observer: any WorkObserver) { work.remove(observer) }

  /// Runs a body and tells what the stack did meanwhile, for whichever context, on any thread.
  ///
  /// Work that goes on behind an `await` is measured with a `WorkRecorder`.
  ///
  /// - Returns: what the body returns, and the report.
  public func measure<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, report: WorkReport) {
    let recorder = WorkRecorder()
    addWorkObserver(recorder)
    defer { removeWorkObserver(recorder) }
    let result = try body()
    return (result, recorder.report)
  }
}

extension PersistentStoreCoordinator.State {
  /// - Throws: code 134061 when a store of the same UUID is here already, 134070 when
  ///   there were too many stores.
  mutating func attach(_ store: PersistentStore, version: Int64) throws {
    if let twin = stores.first(where: { $0.identifier == store.identifier }) {
      throw ObjectGraphError(
        .invalidArgument,
        "the coordinator has a store of the UUID \(store.identifier) already: \(twin.url.path)",
        repair: "remove that store first, or open the copy with a coordinator of its own")
    }
    guard identities.count < StoreIdentity.greatestCount else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "the coordinator has had \(StoreIdentity.greatestCount) stores, and can number no more",
        repair: "make another coordinator")
    }
    store.identity.attach(store, number: identities.count)
    only = identities.isEmpty && store.configuration.isWhole ? store : nil
    identities.append(store.identity)
    stores.append(store)
    foreignVersions[store.identity.number] = version
  }

  /// - Returns: whether the store was here.
  mutating func detach(_ store: PersistentStore) -> Bool {
    guard forget(store.identity) != nil else { return false }
    foreignVersions[store.identity.number] = nil
    store.identity.detach()
    return true
  }

  /// Takes out a store, which for a query generation is one that stands for another.
  mutating func forget(_ identity: StoreIdentity) -> PersistentStore? {
    guard let index = stores.firstIndex(where: { $0.identity === identity }) else { return nil }
    only = nil
    return stores.remove(at: index)
  }

  /// The store of a key, or nil when it was removed.
  func store(ofKey key: Int64) -> PersistentStore? {
    if let only { return only }
    let number = StoreIdentity.number(ofKey: key)
    return stores.first { $0.identity.number == number }
  }
}
