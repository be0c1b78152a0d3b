import Foundation
import ObjectModel
import Synchronization

/// Connects contexts to stores: opens the stores, fetches and saves across them as if they were
/// one, and caches rows.
///
/// It can be used from any thread. Saves to a store take turns; reads do not wait for saves if the
/// store is a SQLite file with a write-ahead log. The stores may hold different entities: a fetch
/// queries every store that has the entity, and a save writes to every store that holds one of its
/// objects.
public final class PersistentStoreCoordinator: Sendable {
  struct State {
    /// The open stores, by number.
    var stores: [PersistentStore] = []
    /// The identities of all stores ever added, indexed by number. Numbers are not reused, so an ID
    /// of a removed store can never identify a row of another.
    var identities: [StoreIdentity] = []
    /// The only store ever added, if it holds every entity.
    var only: PersistentStore?
    var foreignVersions: [Int: Int64] = [:]
    /// See `queryGenerationLifetime`.
    var generationLifetime: TimeInterval = 600
    /// Called after a store is removed.
    var removalHandler: (@Sendable () -> Void)?
  }

  /// The model of the coordinator's stores; it becomes immutable when the coordinator is created.
  public let managedObjectModel: ManagedObjectModel

  package let layout: ModelLayout

  /// Storage for the module above: the contexts that merge the coordinator's saves.
  package let attachment = Attachment()

  /// The observers of work done.
  package let work: WorkObservers

  /// Storage for the module above: the queue of `perform(_:)`.
  package let queueAttachment = Attachment()

  /// The number of saves and cache removals: a row cached at this number is the newest. It starts
  /// at 1, because 0 marks a row that was never cached.
  let saves: Atomic<UInt32>

  /// How many stores have been removed, so that contexts can detect inaccessible objects.
  let removals = Atomic<Int>(0)

  let state: Lock<State>

  /// The row cache.
  let cache = Lock(RowCache())

  /// The number of the last change recorded in the cache, readable without its lock.
  let changeCount = Atomic<UInt64>(0)

  let clock = Lock(RowClock())

  /// Set between `interrupt()` and `resume()`.
  let interruption: StoreInterruption

  /// The query generations that contexts and tokens hold.
  let generations = QueryGenerationList()

  /// The coordinator that this one stands in for in a write transaction; nil for an ordinary
  /// coordinator, or in a query generation.
  package let transactionOf: PersistentStoreCoordinator?

  /// Creates a coordinator for a model.
  ///
  /// - Throws: code 134020 if the model is not valid.
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

  /// Stands in for another coordinator, over stores of its own: those of a query generation, or the
  /// one of a write transaction.
  ///
  /// Its rows never count as the newest elsewhere: their number is 0 or, in a transaction, greater
  /// than any that the other coordinator reaches.
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
    // A stand-in's stores are not the ones to which their identities are attached.
    for store in persistentStores where store.identity.store === store { store.identity.detach() }
  }

  /// The coordinator's stores, in the order in which they were added.
  public var persistentStores: [PersistentStore] { state.withLock { $0.stores } }

  /// The store at a URL, or nil if none of the coordinator's stores is there.
  public func persistentStore(for url: URL) -> PersistentStore? {
    persistentStores.first { $0.url.standardizedFileURL == url.standardizedFileURL }
  }

  /// The URL of a store.
  public func url(for store: PersistentStore) -> URL { store.url }

  /// Opens a store, creating it if it does not exist.
  ///
  /// New objects go to the first writable store added that holds their entity.
  ///
  /// - Throws: code 134000 for an unknown type, 134010 for a store of another type, 134080 if it
  ///   cannot be opened, 134090 if another process holds its lock for too long, 134100 if it was
  ///   created with another model, 134061 for a configuration that the model lacks, or if a store
  ///   with the same UUID is already open here.
  @discardableResult
  public func addPersistentStore(
    with description: PersistentStoreDescription
  ) throws -> PersistentStore {
    try addPersistentStore(with: description.settings)
  }

  func addPersistentStore(with settings: StoreSettings) throws -> PersistentStore {
    let store = try openMigrating(settings)
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

  /// Opens a store of a type at a URL; an in-memory store needs none.
  ///
  /// Unlike with a description, a store of another version of the model is migrated only if the
  /// options say so.
  ///
  /// - Parameters:
  ///   - configuration: the configuration whose entities the store holds; nil for all.
  ///   - options: see `MigratePersistentStoresAutomaticallyOption` and related constants.
  /// - Throws: errors of `addPersistentStore(with:)`, and code 134061 for an unknown option.
  @discardableResult
  public func addPersistentStore(
    type: StoreType, configuration: String? = nil, at url: URL? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> PersistentStore {
    var settings = try StoreSettings(type: type, at: url, configuration: configuration)
    try settings.apply(options)
    return try addPersistentStore(with: settings)
  }

  /// Closes a store.
  ///
  /// Its objects become inaccessible: their contexts discard their values and unsaved changes,
  /// adding an error to `errors` if there were any, and reading them returns empty values and an
  /// error. Background contexts do so on their queues, and contexts created with `makeChild()` or
  /// `init(mainQueueFor:)` before they next fetch, fire a fault or save. IDs can still be printed,
  /// and objects of other stores are not affected.
  ///
  /// - Throws: code 134070 if the store does not belong to this coordinator.
  public func remove(_ store: PersistentStore) throws {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    post(Self.storesWillChangeNotification, [.removedPersistentStores: [store]])
    guard state.withLock({ $0.detach(store) }) else { throw isForeign }
    close(store)
    post(Self.storesDidChangeNotification, [.removedPersistentStores: [store]])
  }

  /// Closes a store that has left the coordinator.
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

  /// The ID for a URI from `ManagedObjectID.uriRepresentation()`, or nil if no store of this
  /// coordinator has its UUID or the model lacks its entity.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    guard uri.scheme == "x-coredata", let host = uri.host, uri.pathComponents.count == 3,
      let store = persistentStores.first(where: {
        $0.identifier.caseInsensitiveCompare(host) == .orderedSame
      }),
      let entity = layout.entity(named: uri.pathComponents[1]),
      uri.pathComponents[2].hasPrefix("p"),
      let key = Int64(uri.pathComponents[2].dropFirst()), key > 0, StoreIdentity.isReference(key),
      // Accept only the exact form that `uriRepresentation()` returns, so that an ID has one URI.
      uri.pathComponents[2] == "p\(key)", uri.query == nil, uri.fragment == nil
    else { return nil }
    return ManagedObjectID(store: store.identity, entity: entity.identity, reference: key)
  }

  // MARK: Interrupting

  /// Interrupts requests to the stores, on all threads, and fails new ones with code 3072 until
  /// `resume()`.
  ///
  /// An uncommitted save is rolled back in every store that it writes to; one that is being
  /// committed completes. Objects and unsaved changes are kept. A statement that waits for another
  /// process's lock is interrupted when the wait ends, at the latest after the store's timeout.
  ///
  /// It can be called from any thread, but not from a signal handler.
  public func interrupt() { setInterrupted(true) }

  /// Allows requests again; does nothing if they are not interrupted.
  public func resume() { setInterrupted(false) }

  /// Whether requests fail, between `interrupt()` and `resume()`.
  public var isInterrupted: Bool { interruption.isSet }

  /// Throws if requests are interrupted; for long work that rarely accesses the stores.
  ///
  /// - Throws: code 3072 between `interrupt()` and `resume()`.
  public func checkInterruption() throws { try interruption.check() }

  private func setInterrupted(_ isInterrupted: Bool) {
    // Under the lock, so that a store being added gets the same state.
    state.withLock { state in
      interruption.set(isInterrupted)
      for store in state.stores { store.interruption.set(isInterrupted) }
    }
  }

  /// Rebuilds the search indexes of all writable stores from their rows.
  ///
  /// This is not needed after other programs change objects, which is detected; it repairs an index
  /// whose own tables were modified. It reads every row.
  ///
  /// - Throws: errors of a store, such as code 134090 while another process writes.
  public func rebuildSearchIndexes() throws {
    for store in persistentStores where !store.isReadOnly { try store.rebuildSearchIndex() }
  }

  // MARK: Notifications

  /// Posted by the coordinator before stores are added, removed or migrated, on the calling thread;
  /// see `StoreNotificationKey`.
  public static let storesWillChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// Posted by the coordinator after stores were added, removed or migrated, on the calling thread;
  /// see `StoreNotificationKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// The keys of the notifications' user info.
  public enum StoreNotificationKey: String, Sendable {
    /// An array of stores.
    case addedPersistentStores = "added"
    /// An array of stores.
    case removedPersistentStores = "removed"
    /// After a migration, an array of the old store, the new one, and an array in which the old and
    /// the new ID of each object alternate. Before it, an array of the old store alone.
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

  /// The initial log of new coordinators; by default, the one requested by the environment variable
  /// `OBJECTGRAPH_SQL_DEBUG`.
  public static var defaultSQLLog: SQLLog? {
    get { processLog.withLock { $0 } }
    set { processLog.withLock { $0 = newValue } }
  }

  /// The log of the SQL that the stores execute; nil for none.
  public var sqlLog: SQLLog? {
    get { work.log }
    set { work.log = newValue }
  }

  /// Reports all work done from now on, by any context, to an observer until it is removed; the
  /// coordinator retains it.
  public func addWorkObserver(_ observer: any WorkObserver) { work.add(observer) }

  /// Removes an observer; a report already under way on another thread may still arrive.
  public func removeWorkObserver(_ observer: any WorkObserver) { work.remove(observer) }

  /// Runs a closure and reports the work done in the meantime, by any context, on any thread.
  ///
  /// To measure work that spans an `await`, use a `WorkRecorder`.
  ///
  /// - Returns: the closure's result, and the report.
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
  /// - Throws: code 134061 if a store with the same UUID is already here, 134070 if too many stores
  ///   have been added.
  mutating func attach(_ store: PersistentStore, version: Int64) throws {
    if let twin = stores.first(where: { $0.identifier == store.identifier }) {
      throw ObjectGraphError(
        .invalidArgument,
        "the coordinator already has a store with the UUID \(store.identifier): \(twin.url.path)",
        repair: "remove that store first, or open the copy with a coordinator of its own")
    }
    guard identities.count < StoreIdentity.greatestCount else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "the coordinator has had \(StoreIdentity.greatestCount) stores, which is the maximum",
        repair: "create another coordinator")
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

  /// Removes a store; in a query generation, the pinned store with that identity.
  mutating func forget(_ identity: StoreIdentity) -> PersistentStore? {
    guard let index = stores.firstIndex(where: { $0.identity === identity }) else { return nil }
    only = nil
    return stores.remove(at: index)
  }

  /// The store of a key, or nil if it was removed.
  func store(ofKey key: Int64) -> PersistentStore? {
    if let only { return only }
    let number = StoreIdentity.number(ofKey: key)
    return stores.first { $0.identity.number == number }
  }
}
