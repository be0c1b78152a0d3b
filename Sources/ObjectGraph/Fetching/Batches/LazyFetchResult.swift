import ObjectModel
import ObjectStore

/// The objects of a fetch, made as they are asked for: what `fetchLazily(_:)` gives.
///
/// It knows the keys of all objects, 8 to 12 bytes each, and reads values a batch at a time, with
/// one statement, when an object of the batch is first asked for. It holds the objects of the
/// four batches that were used last and lets go of others, so that a walk through a million rows
/// takes the memory of four batches. An object that a caller holds, or that has unsaved changes,
/// stays the same instance.
///
/// It is what the context saw at the moment of the fetch, in its order. Objects that are inserted
/// later are not in it; values are those of the moment when their batch is read; an object that was
/// deleted keeps its place and is a deleted object here, or, when others deleted it, a fault that
/// cannot be read. To see what there is now, fetch again.
///
/// It stays on the context's queue, and keeps the context.
public final class LazyFetchResult<Object: ManagedObject>: RandomAccessCollection {
  private let context: ManagedObjectContext
  private let found: RowKeys
  private let reading: LaterReading

  /// Objects that no store knew at the moment of the fetch: their keys change when they are saved.
  private var unsaved: [Int: ManagedObject] = [:]

  private struct Batch {
    let number: Int
    var objects: [ManagedObject]
    /// What was read along and nobody else holds.
    var passed: [ManagedObject] = []
  }

  /// The batches that were used last, the latest at the end.
  private var window: [Batch] = []

  private static var windowSize: Int { 4 }

  init(_ found: RowKeys, reading: LaterReading, context: ManagedObjectContext) {
    self.found = found
    self.reading = reading
    self.context = context
    for place in found.keys.indices where found.keys[place] < 0 {
      unsaved[place] = context.object(
        key: found.keys[place], entityNumber: found.entityNumber(at: place))
    }
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { found.count }

  /// How many objects are read at a time.
  public var batchSize: Int { reading.batchSize }

  /// The object at a place, from 0 to `count - 1`.
  ///
  /// It is a fault that has its values at hand. Where its batch is not among the four that were
  /// used last, that costs one statement for those rows of the batch that are not in the row cache,
  /// or none if all are; what the store then refuses is reported by the object when it is read.
  public subscript(position: Int) -> Object {
    let batch = position / reading.batchSize
    if window.last?.number != batch { use(batch) }
    let place = position - batch * reading.batchSize
    var object = window[window.count - 1].objects[place]
    if object.contextReference == nil, unsaved[position] == nil {
      // The context forgot it, by a reset or when its deletion was saved.
      object = context.faults(for: found, in: position..<position + 1, areWaiting: true)[0]
      window[window.count - 1].objects[place] = object
    }
    // Sound: objects are only ever made of their bindings' classes, which the fetch checked.
    return unsafeDowncast(object, to: Object.self)
  }

  /// The ID of the object at a place; nothing is read and no object is made for it.
  public func objectID(at position: Int) -> ManagedObjectID {
    unsaved[position]?.objectID
      ?? context.id(key: found.keys[position], entityNumber: found.entityNumber(at: position))
  }

  /// Brings a batch to the end of the window.
  private func use(_ batch: Int) {
    if let index = window.firstIndex(where: { $0.number == batch }) {
      window.append(window.remove(at: index))
      return
    }
    if window.count >= Self.windowSize { window.removeFirst() }
    window.append(read(batch))
  }

  private func read(_ number: Int) -> Batch {
    context.catchUpWithParent()
    let range = reading.batch(around: number * reading.batchSize, of: found.count)
    var objects = context.faults(for: found, in: range, areWaiting: false)
    if !unsaved.isEmpty {
      for place in range {
        if let object = unsaved[place] { objects[place - range.lowerBound] = object }
      }
    }
    // What cannot be read stays a fault, which says why when it is asked for a value.
    let passed = try? context.readAlong(reading, for: objects)
    return Batch(number: number, objects: objects, passed: passed ?? [])
  }
}

/// It stays on its context's queue.
@available(*, unavailable)
extension LazyFetchResult: Sendable {}

extension ManagedObjectContext {
  /// The objects that a request asks for, made and read as they are asked for.
  ///
  ///     for camper in try context.fetchLazily(Camper.fetchRequest()) { print(camper.fullName) }
  ///
  /// Fetches the keys; `fetchBatchSize` says how many objects are read at a time, 256 where it is
  /// 0. The key paths of `relationshipKeyPathsForPrefetching` are read along with each batch, and
  /// `returnsObjectsAsFaults` counts for each batch. Requests for IDs are answered with keys alone
  /// by `fetch(_:)`; dictionaries have no identity by which they could be read later.
  ///
  /// - Throws: as `fetch(_:)`.
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
