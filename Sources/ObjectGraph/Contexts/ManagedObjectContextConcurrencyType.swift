/// The kind of queue that a context belongs to.
public enum ManagedObjectContextConcurrencyType: UInt, Sendable, Hashable {
  /// A queue of its own, or of the context that it is a child of.
  case privateQueueConcurrencyType = 1

  /// The main queue: the main actor's.
  case mainQueueConcurrencyType = 2

  public static let privateQueue = ManagedObjectContextConcurrencyType.privateQueueConcurrencyType
  public static let mainQueue = ManagedObjectContextConcurrencyType.mainQueueConcurrencyType
}

extension ManagedObjectContext {
  /// The kind of queue that a context belongs to.
  public typealias ConcurrencyType = ManagedObjectContextConcurrencyType
}
