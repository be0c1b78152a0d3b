import Foundation
import ObjectGraph

/// The cost of one change in a context with many objects: it should depend on the change, not on
/// the context.
@MainActor
struct ChangeProbe {
  /// A context with all reservations, each of them read.
  let context: ManagedObjectContext
  let reservations: [BenchmarkReservation]

  init(_ context: ManagedObjectContext) throws {
    self.context = context
    reservations = try context.fetch(FetchRequest<BenchmarkReservation>())
    for reservation in reservations { _ = (reservation.status, reservation.camper) }
  }

  func run() throws -> [Measure] {
    try merges() + sortedFetches()
  }

  /// The time in which the context merges what another one saved, one row at a time.
  private func merges() throws -> [Measure] {
    let coordinator = context.persistentStoreCoordinator
    guard let coordinator else { throw CocoaError(.fileReadUnknown) }
    let other = ManagedObjectContext(mainQueueFor: coordinator)
    let saves = LastSave(of: other)
    var times: [Double] = []
    for number in 0..<200 {
      let id = reservations[number * (reservations.count / 200)].objectID
      guard let theirs = other.object(with: id) as? BenchmarkReservation else { continue }
      theirs.totalPrice += 1
      try other.save()
      guard let saved = saves.notification else { throw CocoaError(.fileReadUnknown) }
      times.append(measure { context.mergeChanges(fromContextDidSave: saved) })
      guard let mine = context.object(with: id) as? BenchmarkReservation,
        mine.totalPrice == theirs.totalPrice
      else { throw CocoaError(.fileReadUnknown) }
    }
    return [
      Measure(
        .mg, "merging a save of one row into \(reservations.count) objects", Samples.median(times),
        "ms", goal: 0.1)
    ]
  }

  /// A sorted fetch of everything, alternating between no unsaved change and one.
  private func sortedFetches() throws -> [Measure] {
    let request = FetchRequest<BenchmarkReservation>()
    request.sortDescriptors = [FetchSortDescriptor(key: "totalPrice", ascending: true)]
    var without: [Double] = []
    var with: [Double] = []
    let last = reservations[reservations.count - 1]
    for _ in 0..<9 {
      without.append(try measure { try fetchAll(request) })
      last.totalPrice += 1
      context.processPendingChanges()
      with.append(try measure { try fetchAll(request) })
      context.rollback()
    }
    return [
      Measure(.mg, "a sorted fetch of everything", Samples.median(without), "ms"),
      Measure(
        .mg, "the same with one unsaved change", Samples.median(with) / Samples.median(without),
        "times", goal: 1.05),
    ]
  }

  private func fetchAll(_ request: FetchRequest<BenchmarkReservation>) throws {
    guard try context.fetch(request).count == reservations.count else {
      throw CocoaError(.fileReadUnknown)
    }
  }
}

/// The notification of a context's last save.
private final class LastSave: @unchecked Sendable {
  // Sound: the context saves on the main queue, where this is read.

  private(set) var notification: Notification?
  private var observer: (any NSObjectProtocol)?

  @MainActor
  init(of context: ManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { [unowned self] in notification = $0 }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }
}
