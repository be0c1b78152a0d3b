import ObjectGraph

/// Does the steps of a history in a context, and says what it saw.
public final class Performer {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  private let ids: [ManagedObjectID]

  /// The tallies that it holds.
  private var held: [Int: Tally] = [:]

  /// Takes a context, whose store has the tallies already.
  public init(context: ManagedObjectContext, coordinator: PersistentStoreCoordinator) throws {
    self.context = context
    self.coordinator = coordinator
    ids = try Tally.all(in: context).map(\.objectID)
    context.reset()
  }

  /// Does one step.
  public func perform(_ action: Action) -> Observation {
    do {
      return try attempt(action)
    } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
      guard let row = ids.firstIndex(where: { $0 == error.objectID }) else {
        return .failed("a conflict over no tally")
      }
      return .conflict(row)
    } catch {
      return .failed("\(error)".split(separator: "\n").joined(separator: " "))
    }
  }

  private func attempt(_ action: Action) throws -> Observation {
    switch action {
    case .read(let row): return .saw(try tally(row).values)
    case .edit(let row, let field, let bit):
      let tally = try tally(row)
      let before = tally.values
      tally.values[field] |= 1 << bit
      return .saw(before)
    case .drop(let row): held[row] = nil
    case .fetch: _ = try Tally.all(in: context)
    case .save:
      try context.save()
      return .saved
    case .rollback: context.rollback()
    case .refresh(let row, let mergeChanges):
      context.refresh(try tally(row), mergeChanges: mergeChanges)
    case .refreshAll: context.refreshAllObjects()
    case .reset:
      held = [:]
      context.reset()
    case .notice: _ = try coordinator.noticeForeignChanges()
    case .deliver: break
    }
    return .done
  }

  private func tally(_ row: Int) throws -> Tally {
    if let tally = held[row] { return tally }
    let tally = try context.existingObject(with: ids[row]) as? Tally
    held[row] = tally
    guard let tally else { throw HistoryError(reason: "there is no tally \(row)") }
    return tally
  }
}

/// A step that cannot be done.
public struct HistoryError: Error, CustomStringConvertible {
  let reason: String

  public init(reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}
