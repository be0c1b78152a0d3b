import Campground
import ObjectGraph

/// Several stacks over one store, as several programs have them.
enum RacingStacks {
  /// Runs the body at once on as many stacks over one store, each with a context of its own.
  static func atOnce(
    _ count: Int, on store: PersistentStoreDescription,
    _ body: @escaping @Sendable (ManagedObjectContext, StoreStack, Int) throws -> String
  ) async throws -> [String] {
    let stacks = try (0..<count).map { _ in try CampgroundStack(store: store) }
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for (index, stack) in stacks.enumerated() {
        group.addTask {
          try await stack.newDerivedContext().perform { try body($0, stack, index) }
        }
      }
      var outcomes: [String] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    for stack in stacks { try stack.close() }
    return outcomes
  }
}
