import ObjectGraph

/// Increments that are made as fast as they can be, against others who do the same.
public struct Race {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator

  /// How often one increment is tried before it is given up.
  private static let greatestAttempts = 1000

  public init(context: ManagedObjectContext, coordinator: PersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Adds one to numbers of tallies, often two in one save, and tries again after each conflict.
  ///
  /// - Returns: for each tally how many of its increments were confirmed.
  public func run(count: Int, using random: inout some RandomNumberGenerator) throws -> [Values] {
    let tallies = try Tally.all(in: context)
    var confirmed = tallies.map { _ in Values() }
    for _ in 0..<count {
      let rows = Set((0..<2).map { _ in tallies.indices.randomElement(using: &random) ?? 0 })
      guard let field = Field.allCases.randomElement(using: &random),
        try increment(field, of: rows.map { tallies[$0] })
      else { continue }
      for row in rows { confirmed[row][field] += 1 }
    }
    return confirmed
  }

  private func increment(_ field: Field, of tallies: [Tally]) throws -> Bool {
    for _ in 0..<Self.greatestAttempts {
      do {
        for tally in tallies { tally.values[field] += 1 }
        try context.save()
        return true
      } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
        context.rollback()
        _ = try coordinator.noticeForeignChanges()
        context.refreshAllObjects()
      }
    }
    return false
  }
}
