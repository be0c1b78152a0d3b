import ObjectStore

/// What contexts tell of their work.
extension WorkEvent {
  static func fetch(
    of plan: FetchPlan, isCount: Bool, count: Int, duration: Duration
  ) -> WorkEvent {
    .fetch(
      Fetch(entityName: plan.layout.name, isCount: isCount, resultCount: count, duration: duration))
  }

  static func fault(of object: ManagedObject, batchCount: Int, duration: Duration) -> WorkEvent {
    .objectFault(
      ObjectFault(entityName: object.layout.name, batchCount: batchCount, duration: duration))
  }

  static func fault(
    of object: ManagedObject, _ property: PropertyLayout, batchCount: Int, count: Int,
    duration: Duration
  ) -> WorkEvent {
    .relationshipFault(
      RelationshipFault(
        entityName: object.layout.name, key: property.name, batchCount: batchCount,
        resultCount: count, duration: duration))
  }
}
