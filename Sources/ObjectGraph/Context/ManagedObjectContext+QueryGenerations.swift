import ObjectModel
import ObjectStore

/// Reading the stores as they were at one moment, regardless of later saves.
extension ManagedObjectContext {
  /// The query generation that the context reads: nil if it reads the newest data, the default;
  /// `.current` until its first read; and from then on a separate token, which can be passed to
  /// other contexts.
  ///
  /// Child contexts read through their parent, and have no query generation.
  public var queryGenerationToken: QueryGenerationToken? {
    guard case .generation(let generation) = contextParent else { return nil }
    return generation.isPinned ? QueryGenerationToken(generation) : .current
  }

  /// Makes the context read the newest data (nil), the data at the time of its next read
  /// (`.current`), or the data that another context reads (its token).
  ///
  /// From then on, fetches, counts, faults and relationships are read as of that moment. Objects
  /// keep their values: call `refreshAllObjects()` to read them again. Stores that are added later
  /// are ignored until the context is given another token; removed stores disappear from the
  /// generation, too.
  ///
  /// Saves are not bound to the generation: if somebody else changed an object after its moment,
  /// saving the object is a conflict (133020) until the context is given a newer generation and
  /// refreshed. Saving the context, or merging other contexts' saves into it, moves it on to
  /// `.current`.
  ///
  /// Only SQLite stores with a write-ahead log support query generations. Other stores, such as
  /// in-memory stores, are always read as they are now; with no other kind of store, the token
  /// stays `.current`. A large value that is stored in a separate file may be gone if somebody else
  /// replaced it.
  ///
  /// - Throws: code 134061 in a child context, or if the token belongs to another coordinator;
  ///   134070 if the token's generation is gone (see
  ///   `PersistentStoreCoordinator.queryGenerationLifetime`), as does reading if it expires later.
  public func setQueryGenerationFrom(_ token: QueryGenerationToken?) throws {
    guard !contextParent.isContext else {
      throw ObjectGraphError(
        .invalidArgument, "a child context reads through its parent, and has no query generation",
        repair: "set it in the context at the end of the chain")
    }
    guard let token else { return readNewest() }
    guard let generation = token.generation else {
      return read(from: .generation(QueryGeneration(of: coordinator)))
    }
    guard generation.coordinator === coordinator else {
      throw ObjectGraphError(
        .invalidArgument, "the token belongs to another coordinator",
        repair: "use a token of a context of the same coordinator")
    }
    _ = try generation.reader()
    read(from: .generation(generation))
  }

  private func readNewest() {
    // Cached rows may be older than the moment read so far.
    if case .generation(let generation) = contextParent, generation.isPinned {
      coordinator.forgetRows()
    }
    read(from: .coordinator(coordinator))
  }

  /// Moves a context that reads a generation to the newest one.
  func advanceQueryGeneration() {
    guard case .generation = contextParent else { return }
    read(from: .generation(QueryGeneration(of: coordinator)))
  }

  /// Runs the body, a child's read during a save, on the data before the commit.
  func reading<Result>(
    _ generation: QueryGeneration, _ body: () throws -> Result
  ) rethrows -> Result {
    guard case .coordinator = contextParent else { return try body() }
    let parent = contextParent
    contextParent = .generation(generation)
    defer { contextParent = parent }
    return try body()
  }

  private func read(from parent: ContextParent) {
    contextParent = parent
    // Rows that were read ahead, and not used yet, belong to another moment.
    for object in registeredObjects { object.visitToManys { $0.ahead = nil } }
  }
}
