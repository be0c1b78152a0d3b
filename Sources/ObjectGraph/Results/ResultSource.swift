import ObjectModel
import ObjectStore

/// Provides a controller with the objects of its results.
///
/// Without a batch size, it keeps all of them alive; with one, only unsaved objects and the four
/// most recently used batches.
final class ResultSource {
  private let context: ManagedObjectContext
  /// Nil if all objects are kept alive.
  private let reading: LaterReading?
  private let root: Int

  private var held: [Int64: ManagedObject] = [:]
  /// Objects without a permanent ID when they were added, by their keys in the list.
  private(set) var unsaved: [Int64: ManagedObject] = [:]

  /// The most recently used batches, the latest one last, together with prefetched objects.
  private var window: [[ManagedObject]] = []

  private static var windowSize: Int { 4 }

  init(_ context: ManagedObjectContext, root: Int, reading: LaterReading?) {
    self.context = context
    self.root = root
    self.reading = reading
  }

  func add(_ object: ManagedObject) {
    if object.key < 0 { unsaved[object.key] = object }
    if reading == nil { held[object.key] = object }
  }

  func remove(_ key: Int64) {
    held[key] = nil
    unsaved[key] = nil
  }

  /// Records the key that an object has after a save.
  func replace(_ former: Int64, with object: ManagedObject) {
    remove(former)
    add(object)
  }

  // MARK: Objects

  func objects(of list: ResultList) -> [ManagedObject] {
    var keys: [RowKey] = []
    keys.reserveCapacity(list.count)
    list.visit { keys.append($0) }
    guard let reading else { return keys.map { object(for: $0) } }
    let objects = keys.map { object(for: $0) }
    context.reader.addBatches(
      of: RowKeys(keys), root: root, reading, in: context.registry)
    return objects
  }

  /// The object of a key, which may be a fault.
  func object(for key: RowKey) -> ManagedObject {
    if let object = held[key.key] ?? unsaved[key.key], object.contextReference != nil {
      return object
    }
    if let object = context.registered(key: key.key, root: root) { return object }
    return context.faults(for: RowKeys([key]), in: 0..<1, areWaiting: false)[0]
  }

  /// The object at a place; its batch is read if it has no values.
  func object(at place: ResultList.Place, of list: ResultList) -> ManagedObject {
    let object = object(for: list.key(at: place))
    guard let reading, object.row == nil else { return object }
    context.catchUpWithParent()
    let rows = reading.batch(around: place.row, of: list.sections[place.section].count)
    var objects = list.keys(inSection: place.section, rows: rows).map { self.object(for: $0) }
    // An object that cannot be read stays a fault, which reports the error when it is accessed.
    objects += (try? context.readAlong(reading, for: objects)) ?? []
    if window.count >= Self.windowSize { window.removeFirst() }
    window.append(objects)
    return object
  }
}

extension ManagedObjectContext {
  /// Calls the handler with the IDs of others' saves, after they have been merged here.
  func addMergeObserver(_ handler: @escaping (ChangedObjectIDs) -> Void) -> ContextObservation {
    let id = events.add(NotificationInterest.didMerge.name) { [unowned self] info in
      handler(ChangedObjectIDs(userInfo: info, from: self))
    }
    return ContextObservation(events, id: id)
  }
}
