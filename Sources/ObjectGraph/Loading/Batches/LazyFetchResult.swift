import ObjectModel
import ObjectStore

/// The objects of a fetch, created on demand: the result of `fetchLazily(_:)`.
///
/// It stores the keys of all objects, 8 to 12 bytes each, and reads values one batch at a time, in
/// one statement, when an object of the batch is first accessed. It keeps the objects of the four
/// most recently used batches alive and releases others, so that iterating over a million rows
/// takes the memory of four batches. An object that is referenced elsewhere, or has unsaved
/// changes, stays the same instance.
///
/// It contains what the context saw at the time of the fetch, in that order. Objects inserted later
/// are not included; values are as of the time when their batch is read; a deleted object keeps its
/// place and is a deleted object here, or, if others deleted it, a fault that cannot be fulfilled.
/// To see the current state, fetch again.
///
/// It must stay on the context's queue, and keeps the context alive.
public final class LazyFetchResult<Object: ManagedObject>: RandomAccessCollection {
  private let context: ManagedObjectContext
  private let found: RowKeys
  private let reading: LaterReading

  /// Objects that were unsaved at the time of the fetch, since saving them changes their keys.
  private var unsaved: [Int: ManagedObject] = [:]

  /// The most recently used batches, the latest one last: their objects, followed by prefetched
  /// objects that nothing else keeps alive.
  private var window: [(number: Int, objects: [ManagedObject])] = []

  private static var windowSize: Int { 4 }

  init(_ found: RowKeys, reading: LaterReading, context: ManagedObjectContext) {
    self.found = found
    self.reading = reading
    self.context = context
    for (place, row) in found.enumerated() where row.key < 0 {
      unsaved[place] = context.object(of: row)
    }
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { found.count }

  /// The number of objects read at a time.
  public var batchSize: Int { reading.batchSize }

  /// The object at a position from 0 to `count - 1`.
  ///
  /// It is a fault whose values have been read. If its batch is not among the four most recently
  /// used ones, this takes one statement for the rows of the batch that are not in the row cache,
  /// or none if all are; the object reports an error of the store when it is accessed.
  public subscript(position: Int) -> Object {
    let batch = position / reading.batchSize
    if window.last?.number != batch { use(batch) }
    let place = position - batch * reading.batchSize
    var object = window[window.count - 1].objects[place]
    if object.contextReference == nil, unsaved[position] == nil {
      // The context has forgotten it, because of a reset or because its deletion was saved.
      object = context.faults(for: found, in: position..<position + 1, areWaiting: true)[0]
      window[window.count - 1].objects[place] = object
    }
    // Sound: all objects have their bindings' classes, which the fetch checked.
    return unsafeDowncast(object, to: Object.self)
  }

  /// The ID of the object at a position; reads nothing and creates no object.
  public func objectID(at position: Int) -> ManagedObjectID {
    unsaved[position]?.objectID
      ?? context.id(key: found[position].key, entityNumber: found[position].entityNumber)
  }

  /// Moves a batch to the end of the window.
  private func use(_ batch: Int) {
    if let index = window.firstIndex(where: { $0.number == batch }) {
      window.append(window.remove(at: index))
      return
    }
    if window.count >= Self.windowSize { window.removeFirst() }
    window.append(read(batch))
  }

  private func read(_ number: Int) -> (number: Int, objects: [ManagedObject]) {
    context.catchUpWithParent()
    let range = reading.batch(around: number * reading.batchSize, of: found.count)
    var objects = context.faults(for: found, in: range, areWaiting: false)
    if !unsaved.isEmpty {
      for place in range {
        if let object = unsaved[place] { objects[place - range.lowerBound] = object }
      }
    }
    // An object that cannot be read stays a fault, which reports the error when it is accessed.
    objects += (try? context.readAlong(reading, for: objects)) ?? []
    return (number, objects)
  }
}

/// It must stay on its context's queue.
@available(*, unavailable)
extension LazyFetchResult: Sendable {}

extension ManagedObjectContext {
  /// The objects of a request, created and read on demand.
  ///
  ///     for camper in try context.fetchLazily(Camper.fetchRequest()) { print(camper.fullName) }
  ///
  /// Fetches the keys; `fetchBatchSize` is the number of objects read at a time, or 256 if it is 0.
  /// The key paths in `relationshipKeyPathsForPrefetching` are read together with each batch, and
  /// `returnsObjectsAsFaults` applies to each batch. For IDs, use `fetch(_:)`, which fetches only
  /// keys; dictionaries have no identity by which they could be read later.
  ///
  /// - Throws: errors of `fetch(_:)`.
  public func fetchLazily<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> LazyFetchResult<Object> {
    try request.checkResultType()
    let plan = try objectPlan(for: request)
    let reading = try laterReading(of: request, plan, batchSize: 256)
    let found = try keys(for: plan, withPendingChanges: request.includesPendingChanges)
    if reading.isRefreshing { letRefresh(found) }
    return LazyFetchResult(found, reading: reading, context: self)
  }
}
