import ObjectGraph

/// What somebody else had done each time that a change lost a race.
struct LostRaces {
  /// How often a change is tried again upon the same: what it read the first time may have come
  /// from a cache, or be half of what somebody else did.
  private static let trials = 3

  /// What stood in the store where a change was to be saved.
  private enum Obstacle: Hashable {
    case row(ManagedObjectID, version: Int)
    case taken([String: AttributeValue], by: ManagedObjectID?)
  }

  private var last: Set<Obstacle> = []
  private var repetitions = 0

  /// Whether an error says that someone else was faster.
  static func isOne(_ error: ObjectGraphError) -> Bool {
    switch error.code {
    case .managedObjectConstraintMerge, .managedObjectMerge, .managedObjectReferentialIntegrity:
      true
    default: false
    }
  }

  /// Notes another loss, and says whether it is worth another trial: always when it lost to
  /// something new, and a few times to the same.
  mutating func hasNews(_ error: ObjectGraphError) -> Bool {
    let rows = error.mergeConflicts.map { Obstacle.row($0.objectID, version: $0.storedVersion) }
    let values = error.constraintConflicts.map {
      Obstacle.taken($0.values, by: $0.databaseObjectID)
    }
    let obstacles = Set(rows + values)
    repetitions = obstacles == last ? repetitions + 1 : 1
    last = obstacles
    return repetitions < Self.trials
  }
}
