import ObjectModel
import ObjectStore

/// Gives a controller the objects of its results.
///
/// Without a batch size it holds all of them; with one those that no store knows, and the last four
/// batches that were asked for.
final class ResultSource {
  private let context: ManagedObjectContext
  /// Nil where all objects are held.
  private let reading: LaterReading?
  private let root: Int

  private var held: [Int64: ManagedObject] = [:]
  /// Objects that had no permanent ID when they came, by the keys that they have in the list.
  private(set) var unsaved: [Int64: ManagedObject] = [:]

  /// The batches that were used last, the latest at the end, with what was read along.
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

  /// Takes note of the key that an object has after a save.
  func replace(_ former: Int64, with object: ManagedObject) {
    remove(former)
    add(object)
  }

  // MARK: Objects

  func objects(of list: ResultList) -> [ManagedObject] {
    var keys: [ResultKey] = []
    keys.reserveCapacity(list.count)
    list.visit { keys.append($0) }
    guard let reading else { return keys.map { object(for: $0) } }
    var found = RowKeys()
    for key in keys { found.append(key.key, entityNumber: Int(key.entityNumber)) }
    let objects = keys.map { object(for: $0) }
    context.addBatches(of: found, root: root, reading)
    return objects
  }

  /// The object of a key, which may be a fault.
  func object(for key: ResultKey) -> ManagedObject {
    if let object = held[key.key] ?? unsaved[key.key], object.contextReference != nil {
      return object
    }
    if let object = context.registered(key: key.key, root: root) { return object }
    var found = RowKeys()
    found.append(key.key, entityNumber: Int(key.entityNumber))
    return context.faults(for: found, in: 0..<1, areWaiting: false)[0]
  }

  /// The object at a place; its batch is read where it has no values yet.
  func object(at place: ResultList.Place, of list: ResultList) -> ManagedObject {
    let object = object(for: list.key(at: place))
    guard let reading, object.row == nil else { return object }
    context.catchUpWithParent()
    let rows = reading.batch(around: place.row, of: list.sections[place.section].count)
    var objects = list.keys(inSection: place.section, rows: rows).map { self.object(for: $0) }
    // What cannot be read stays a fault, which says why when it is asked for a value.
    objects += (try? context.readAlong(reading, for: objects)) ?? []
    if window.count >= Self.windowSize { window.removeFirst() }
    window.append(objects)
    return object
  }
}

extension ManagedObjectContext {
  /// What makes IDs of a controller's results.
  func resultIDs(_ source: ResultSource?) -> ResultIDs {
    ResultIDs(
      stores: coordinator.storeIdentities, model: model,
      unsaved: source?.unsaved.mapValues(\.objectID) ?? [:])
  }

  /// Calls the handler with the IDs of what others saved, after it was taken over here.
  func addMergeObserver(_ handler: @escaping (ChangedObjectIDs) -> Void) -> ContextObservation {
    let id = events.add(NotificationInterest.didMerge.name) { [unowned self] info in
      handler(ChangedObjectIDs(userInfo: info, from: self))
    }
    return ContextObservation(events, id: id)
  }
}
