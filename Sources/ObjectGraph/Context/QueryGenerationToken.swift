import ObjectStore

/// Identifies the state of a coordinator's stores at one moment.
///
/// Pass it to contexts with `setQueryGenerationFrom(_:)`. Holding a token keeps its generation
/// available, but no longer than the coordinator's `queryGenerationLifetime`.
public final class QueryGenerationToken: Sendable {
  let generation: QueryGeneration?

  init(_ generation: QueryGeneration?) { self.generation = generation }

  /// Stands for the state of the stores when the context that it is passed to first reads.
  public static let current = QueryGenerationToken(nil)
}

/// Two tokens are equal if they identify the same generation.
extension QueryGenerationToken: Hashable {
  public static func == (left: QueryGenerationToken, right: QueryGenerationToken) -> Bool {
    left.generation === right.generation
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(generation.map(ObjectIdentifier.init))
  }
}
