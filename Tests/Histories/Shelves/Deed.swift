/// What an actor of a history of shelves does in one step.
public enum Deed: Hashable, Codable, Sendable {
  /// Looks at a thing.
  case read(Int)
  /// Gives a number of a thing a value that nothing else gets in this history.
  case edit(Int, Field, Int64)
  /// Moves a book to a shelf, or takes it off.
  case move(Int, to: Int?)
  /// Says that a book is, or is not, about a topic.
  case mark(Int, topic: Int, isAbout: Bool)
  case insert(Int, Int64, shelf: Int?, topic: Int?)
  case delete(Int)
  /// Lets go of a thing, so that a clean one leaves the context.
  case drop(Int)
  /// Fetches all things.
  case fetch
  case save(Policy)
  case rollback
  case refresh(Int, mergeChanges: Bool)
  case refreshAll
  case reset
  /// Asks whether other coordinators or processes wrote.
  case notice
  /// Lets the merges that wait on the context's queue run.
  case deliver
  /// Reads what is there now, and goes on to do so.
  case pin
  case unpin
}

/// The policies, in the words of a history.
public enum Policy: String, CaseIterable, Codable, Sendable {
  case error, storeTrump, objectTrump, overwrite, rollback
}

/// What an actor of a history of shelves saw of a step.
public enum Sight: Equatable, Codable, Sendable {
  /// Nothing to see.
  case done
  /// What a thing is like, before a change where the step makes one.
  case saw(Content)
  /// There is no such thing.
  case gone
  /// The numbers of all things.
  case found(Set<Int>)
  /// The save was confirmed; whether it moved the actor's query generation on.
  case saved(isMoved: Bool)
  /// The save was refused, for someone else changed these things.
  case conflict(Set<Int>)
  /// Anything else that went wrong.
  case failed(String)
}
