import Foundation
import ObjectModel
import Synchronization

/// Stands between contexts and a store: opens it, fetches and saves through it, and remembers rows.
///
/// It may be used from any thread; calls that reach the store take turns.
public final class PersistentStoreCoordinator: Sendable {
  private struct State {
    var store: PersistentStore?
    var cache = RowCache()
    var foreignVersion: Int64 = 0
    /// Seconds since some moment, never going back.
    var clock: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }

    /// What is noted with a row that is read now.
    var readTime: TimeInterval? { cache.keepsReadTimes ? clock() : nil }
  }

  /// The model of the coordinator's stores, unchangeable from the moment the coordinator is made.
  public let managedObjectModel: ManagedObjectModel

  package let layout: ModelLayout

  /// What the module above keeps with a coordinator: the contexts that merge its saves.
  package let attachment = Attachment()

  /// The number of saves and of times that rows were forgotten: a row that was remembered at this
  /// number is the newest there is. It starts at 1: a row with 0 never came by here.
  private let saves = Atomic<UInt32>(1)

  private let state = Mutex(State())

  /// Takes a model into use.
  ///
  /// - Throws: code 134020 when the model is not valid.
  public init(managedObjectModel model: ManagedObjectModel) throws {
    managedObjectModel = model
    layout = try ModelLayout(model: model)
  }

  /// The stores that were added.
  public var persistentStores: [PersistentStore] {
    state.withLock { $0.store.map { [$0] } ?? [] }
  }

  /// Opens a store, which is made where there is none yet.
  ///
  /// - Throws: code 134000 for an unknown type, 134080 when it cannot be opened, 134090 when another
  ///   process holds it for too long, 134100 when it was made with another model.
  @discardableResult
  public func addPersistentStore(
    with description: PersistentStoreDescription
  ) throws -> PersistentStore {
    guard state.withLock({ $0.store == nil }) else {
      throw ObjectGraphError(
        .persistentStoreOpen, "the coordinator has a store already",
        repair: "remove that store first, or use another coordinator")
    }
    let store: PersistentStore
    switch description.type {
    case .inMemory: store = InMemoryStore(description: description, model: layout)
    case .sqlite: store = try SQLiteStore(description: description, model: layout)
    default:
      throw ObjectGraphError(
        .persistentStoreInvalidType, "there is no store of type \(description.type.rawValue)",
        repair: "use .sqlite or .inMemory")
    }
    let version = try store.foreignVersion()
    state.withLock {
      $0.store = store
      $0.foreignVersion = version
    }
    return store
  }

  /// Opens a store of a type at a URL; a store in memory needs none.
  @discardableResult
  public func addPersistentStore(
    type: StoreType, at url: URL? = nil
  ) throws -> PersistentStore {
    try addPersistentStore(
      with: PersistentStoreDescription(url: url ?? URL(fileURLWithPath: "/dev/null"), type: type))
  }

  /// Closes a store; objects that came from it cannot be fetched or saved any more.
  public func remove(_ store: PersistentStore) throws {
    try state.withLock { state in
      guard state.store === store else {
        throw ObjectGraphError(
          .persistentStoreOperation, "the store does not belong to this coordinator")
      }
      state.store = nil
      state.cache.removeAll()
    }
    store.close()
  }

  /// The ID that a URI of `ManagedObjectID.uriRepresentation()` stands for, or nil when no store of
  /// this coordinator has its UUID or the model lacks its entity.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    guard uri.scheme == "x-coredata", let host = uri.host, uri.pathComponents.count == 3,
      let store = state.withLock({ $0.store }),
      store.identifier.caseInsensitiveCompare(host) == .orderedSame,
      let entity = layout.entity(named: uri.pathComponents[1]),
      uri.pathComponents[2].hasPrefix("p"),
      let key = Int64(uri.pathComponents[2].dropFirst()), key > 0,
      // Only what `uriRepresentation()` gives: an ID has one URI.
      uri.pathComponents[2] == "p\(key)", uri.query == nil, uri.fragment == nil
    else { return nil }
    return ManagedObjectID(store: store.identity, entity: entity.entity, reference: key)
  }

  // MARK: What contexts ask

  /// The store, or an error that says there is none.
  package func requireStore() throws -> PersistentStore {
    guard let store = state.withLock({ $0.store }) else {
      throw ObjectGraphError(
        .coreData, "the coordinator has no persistent store",
        repair: "add one with addPersistentStore(with:)")
    }
    return store
  }

  package var storeIdentity: StoreIdentity? { state.withLock { $0.store?.identity } }

  package func fetch(_ plan: FetchPlan) throws -> [Row] {
    let rows = try requireStore().fetch(plan)
    remember(rows, root: plan.layout.rootNumber)
    return rows
  }

  package func count(_ plan: FetchPlan) throws -> Int {
    try requireStore().count(plan)
  }

  /// The row of a key from the cache or the store, or nil when there is none.
  package func row(key: Int64, root: EntityLayout) throws -> Row? {
    let (cached, known) = state.withLock { state in
      (state.cache.row(key: key, root: root.rootNumber), state.store)
    }
    if let cached { return cached }
    let store = try known ?? requireStore()
    guard let row = try store.row(key: key, root: root) else { return nil }
    row.stamp(epoch: saves.load(ordering: .acquiring))
    state.withLock { state in
      state.cache.insert(row, root: root.rootNumber, at: state.readTime)
    }
    return row
  }

  package func cachedRow(key: Int64, root: Int) -> Row? {
    state.withLock { $0.cache.row(key: key, root: root) }
  }

  /// The rows of keys from the cache and, in one go, from the store.
  ///
  /// - Parameter maximumAge: how many seconds ago a row of the cache may have been read at most; 0 for
  ///   reading every row from the store, negative for any age.
  package func rows(
    keys: [Int64], root: EntityLayout, maximumAge: TimeInterval = -1
  ) throws -> [Row] {
    var found: [Row] = []
    var missing: [Int64] = []
    state.withLock { state in
      let earliest = maximumAge > 0 ? state.clock() - maximumAge : nil
      for key in keys {
        if maximumAge != 0,
          let row = state.cache.row(key: key, root: root.rootNumber, readSince: earliest)
        {
          found.append(row)
        } else {
          missing.append(key)
        }
      }
    }
    guard !missing.isEmpty else { return found }
    let read = try requireStore().rows(keys: missing, root: root)
    remember(read, root: root.rootNumber)
    return found + read
  }

  package func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    let rows = try requireStore().destinations(of: relationship, source: source)
    remember(rows, root: layout[relationship.destinationNumber].rootNumber)
    return rows
  }

  package func destinations(
    of relationship: PropertyLayout, sources: [Int64]
  ) throws -> [[Row]] {
    let lists = try requireStore().destinations(of: relationship, sources: sources)
    let root = layout[relationship.destinationNumber].rootNumber
    remember(lists.flatMap { $0 }, root: root)
    return lists
  }

  /// Whether the cache has a row of a key that was read at most that many seconds ago.
  package func hasRow(key: Int64, root: Int, maximumAge: TimeInterval) -> Bool {
    guard maximumAge > 0 else { return false }
    return state.withLock {
      $0.cache.row(key: key, root: root, readSince: $0.clock() - maximumAge) != nil
    }
  }

  /// Notes from now on when rows are read, for those who ask for their age.
  package func keepReadTimes() {
    state.withLock { $0.cache.keepsReadTimes = true }
  }

  /// Sets the clock that the age of rows is told by, in seconds since some moment.
  package func setClock(_ clock: @escaping @Sendable () -> TimeInterval) {
    state.withLock { $0.clock = clock }
  }

  /// A number that rises with each save and each time that rows are forgotten.
  package var epoch: UInt32 { saves.load(ordering: .acquiring) }

  /// Whether nothing was saved, and no foreign change was noticed, since the row was remembered.
  package func isNewest(_ row: Row) -> Bool {
    row.epoch == saves.load(ordering: .acquiring)
  }

  package func save(_ changes: ChangeSet) throws -> SaveOutcome {
    let outcome = try requireStore().save(changes)
    saves.add(1, ordering: .acquiringAndReleasing)
    state.withLock { state in
      for delete in changes.deletes {
        state.cache.remove(key: delete.key, root: delete.layout.rootNumber)
      }
    }
    return outcome
  }

  package func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    try requireStore().reserveKeys(count: count, root: root)
  }

  /// Puts rows that were read or saved into the cache.
  package func remember(_ rows: [Row], root: Int) {
    let epoch = saves.load(ordering: .acquiring)
    for row in rows { row.stamp(epoch: epoch) }
    state.withLock { state in state.cache.insert(rows, root: root, at: state.readTime) }
  }

  /// Forgets all cached rows, so that the next look goes to the store.
  package func forgetRows() {
    saves.add(1, ordering: .acquiringAndReleasing)
    state.withLock { $0.cache.removeAll() }
  }

  /// Forgets one row, so that the next look goes to the store.
  package func forgetRow(key: Int64, root: Int) {
    state.withLock { $0.cache.remove(key: key, root: root) }
  }

  /// Whether another process, or another coordinator, wrote to the store since the last call; the
  /// cached rows are forgotten when it did.
  package func noticeForeignChanges() throws -> Bool {
    let version = try requireStore().foreignVersion()
    let isChanged = state.withLock { state in
      guard state.foreignVersion != version else { return false }
      state.foreignVersion = version
      state.cache.removeAll()
      return true
    }
    if isChanged { saves.add(1, ordering: .acquiringAndReleasing) }
    return isChanged
  }
}
