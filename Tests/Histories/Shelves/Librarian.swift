import ObjectGraph

/// Does the steps of a history of shelves in a context, and says what it saw.
public final class Librarian {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator

  /// The things that it holds.
  private var held: [Int: Thing] = [:]

  public init(context: ManagedObjectContext, coordinator: PersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Does one step.
  public func perform(_ deed: Deed) -> Sight {
    do {
      let sight = try attempt(deed)
      if let error = context.errors.first { return .failed("\(deed): kept \(error)") }
      return sight
    } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
      let numbers = error.mergeConflicts.map { report in
        (context.registeredObject(for: report.objectID) as? Thing).map { Int($0.number) } ?? -1
      }
      return .conflict(Set(numbers))
    } catch {
      return .failed("\(error)".split(separator: "\n").joined(separator: " "))
    }
  }

  private func attempt(_ deed: Deed) throws -> Sight {
    switch deed {
    case .read(let number): return try look(number) { _ in }
    case .edit(let number, let field, let value):
      return try look(number) { thing in
        switch field {
        case .first: thing.first = value
        case .second: thing.second = value
        }
      }
    case .move(let number, let shelf):
      let shelf = try shelf.flatMap { try thing($0) as? Shelf }
      return try look(number) { thing in
        // Whether setting what is there already counts as a change is not what histories are about.
        guard let book = thing as? Book, book.shelf !== shelf else { return }
        book.shelf = shelf
      }
    case .mark(let number, let topic, let isAbout):
      guard let topic = try self.topic(topic) else { throw HistoryError(reason: "no topic") }
      return try look(number) { thing in
        guard let book = thing as? Book else { return }
        if isAbout { book.topics.insert(topic) } else { book.topics.remove(topic) }
      }
    case .insert(let number, let value, let shelf, let topic):
      try insert(number, value, shelf: shelf, topic: topic)
    case .delete(let number): return try look(number) { self.context.delete($0) }
    case .drop(let number): held[number] = nil
    case .fetch: return .found(try fetch())
    case .save(let policy): return .saved(isMoved: try save(policy))
    default: try tend(deed)
    }
    return .done
  }

  /// What is done to the context rather than to things in it.
  private func tend(_ deed: Deed) throws {
    switch deed {
    case .rollback: context.rollback()
    case .refresh(let number, let mergeChanges):
      if let thing = try thing(number) { context.refresh(thing, mergeChanges: mergeChanges) }
    case .refreshAll: context.refreshAllObjects()
    case .reset:
      held = [:]
      context.reset()
    case .notice: _ = try coordinator.noticeForeignChanges()
    case .pin:
      try context.setQueryGenerationFrom(.current)
      // The moment is that of the first read: now.
      context.refreshAllObjects()
      _ = try fetch()
    case .unpin: try context.setQueryGenerationFrom(nil)
    default: break
    }
  }

  private func fetch() throws -> Set<Int> {
    Set(try context.fetch(FetchRequest<Thing>(entityName: "Thing")).map { Int($0.number) })
  }

  private func save(_ policy: Policy) throws -> Bool {
    switch policy {
    case .error: context.mergePolicy = .error
    case .storeTrump: context.mergePolicy = .mergeByPropertyStoreTrump
    case .objectTrump: context.mergePolicy = .mergeByPropertyObjectTrump
    case .overwrite: context.mergePolicy = .overwrite
    case .rollback: context.mergePolicy = .rollback
    }
    let token = context.queryGenerationToken
    try context.save()
    guard !context.hasChanges else { throw HistoryError(reason: "a saved context has changes") }
    guard context.queryGenerationToken != token else { return false }
    context.refreshAllObjects()
    _ = try fetch()
    return true
  }

  private func insert(_ number: Int, _ value: Int64, shelf: Int?, topic: Int?) throws {
    let shelf = try shelf.flatMap { try thing($0) as? Shelf }
    let topic = try topic.flatMap { try self.topic($0) }
    let book = Book(context: context)
    book.number = Int16(number)
    book.first = value
    book.shelf = shelf
    if let topic { book.topics.insert(topic) }
    held[number] = book
  }

  /// Says what a thing is like, and then does something to it.
  private func look(_ number: Int, _ body: (Thing) throws -> Void) throws -> Sight {
    guard let thing = try thing(number) else { return .gone }
    let content = Content(thing)
    try body(thing)
    return .saw(content)
  }

  private func thing(_ number: Int) throws -> Thing? {
    if let thing = held[number], thing.managedObjectContext === context {
      if thing.isDeleted { return nil }
      guard !thing.objectID.isTemporaryID else { return thing }
      do {
        return try context.existingObject(with: thing.objectID) as? Thing
      } catch let error as ObjectGraphError
        where error.code == .managedObjectReferentialIntegrity
      {
        return nil
      }
    }
    let request = FetchRequest<Thing>(entityName: "Thing")
    request.predicate = try FetchPredicate(format: "number == %d", number)
    let thing = try context.fetch(request).first
    held[number] = thing
    return thing
  }

  private func topic(_ number: Int) throws -> Topic? {
    let request = FetchRequest<Topic>()
    request.predicate = try FetchPredicate(format: "number == %d", number)
    return try context.fetch(request).first
  }
}
