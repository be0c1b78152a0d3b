import ObjectStore

/// Names what the stores of a coordinator held at one moment.
///
/// Contexts are given one with `setQueryGenerationFrom(_:)`. Holding a token keeps its generation,
/// but not for longer than the coordinator's `queryGenerationLifetime`.
public final class QueryGenerationToken: Sendable {
  let generation: QueryGeneration?

  init(_ generation: QueryGeneration?) { self.generation = generation }

  /// Stands for what the stores will hold when a context that is given it first reads.
  public static let current = QueryGenerationToken(nil)
}

/// Two tokens are equal when they name one generation.
extension QueryGenerationToken: Hashable {
  public static func == (left: QueryGenerationToken, right: QueryGenerationToken) -> Bool {
    left.generation === right.generation
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(generation.map(ObjectIdentifier.init))
  }
}
