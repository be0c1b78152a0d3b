import ObjectModel
import ObjectStore

/// Reading what the stores held at one moment, whatever others save meanwhile.
extension ManagedObjectContext {
  /// The query generation that the context reads: nil when it reads what is newest, as it does
  /// by default; `.current` while it has not read yet; and then a token of its own, which
  /// other contexts may be given.
  ///
  /// Child contexts read through their parent, and have none.
  public var queryGenerationToken: QueryGenerationToken? {
    guard case .generation(let generation) = contextParent else { return nil }
    return generation.isPinned ? QueryGenerationToken(generation) : .current
  }

  /// Lets the context read what is newest (nil), what is there at its next read (`.current`), or
  /// what another context reads (its token).
  ///
  /// Fetches, counts, faults and relationships are then read as they were at that moment. Objects
  /// keep the values that they have: `refreshAllObjects()` lets them be read again. Stores that are
  /// added later are ignored until the context is given another token; those that are removed are
  /// gone from the generation, too.
  ///
  /// Saves are not bound to the generation: an object that somebody else changed after its
  /// moment is a conflict (133020), which goes on until the context is given a newer
  /// generation and refreshed. A save of the context's own, and taking over what others saved,
  /// move it on to `.current`.
  ///
  /// SQLite stores with a write-ahead log alone can do this. Other stores, such as those in memory,
  /// are read as they are now; where there is no other, the token stays `.current`. A large value
  /// that is kept in a file of its own may be gone when somebody else replaced it.
  ///
  /// - Throws: code 134061 in a child context, and for a token of another coordinator; 134070 for
  ///   one whose generation is gone (see `PersistentStoreCoordinator.queryGenerationLifetime`), as
  ///   reading throws when it goes later.
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
        .invalidArgument, "the token names a query generation of another coordinator",
        repair: "use a token of a context of the same coordinator")
    }
    _ = try generation.reader()
    read(from: .generation(generation))
  }

  private func readNewest() {
    // What is remembered of rows may be older than the moment that was read up to now.
    if case .generation(let generation) = contextParent, generation.isPinned {
      coordinator.forgetRows()
    }
    read(from: .coordinator(coordinator))
  }

  /// Moves a context that reads a generation on to the newest.
  func advanceQueryGeneration() {
    guard case .generation = contextParent else { return }
    read(from: .generation(QueryGeneration(of: coordinator)))
  }

  /// Runs the body, a child's read in the midst of a save, on what was there before its commit.
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
    // What was read together with something else, and not asked for yet, is of another moment.
    for object in registeredObjects { object.visitToManys { $0.ahead = nil } }
  }
}
