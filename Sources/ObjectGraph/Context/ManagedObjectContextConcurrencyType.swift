/// The kind of queue that a context belongs to.
public enum ManagedObjectContextConcurrencyType: UInt, Sendable, Hashable {
  /// A private queue, or that of the context that it is a child of.
  case privateQueueConcurrencyType = 1

  /// The main queue, which is that of the main actor.
  case mainQueueConcurrencyType = 2

  /// `privateQueueConcurrencyType`, by its shorter name.
  public static let privateQueue = ManagedObjectContextConcurrencyType.privateQueueConcurrencyType
  /// `mainQueueConcurrencyType`, by its shorter name.
  public static let mainQueue = ManagedObjectContextConcurrencyType.mainQueueConcurrencyType
}

extension ManagedObjectContext {
  /// The kind of queue that a context belongs to.
  public typealias ConcurrencyType = ManagedObjectContextConcurrencyType
}
