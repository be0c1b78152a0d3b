/// Events reported by contexts.
extension WorkEvent {
  package static func fetch(
    of plan: FetchPlan, isCount: Bool, count: Int, duration: Duration
  ) -> WorkEvent {
    .fetch(
      Fetch(entityName: plan.layout.name, isCount: isCount, resultCount: count, duration: duration))
  }

  package static func fault(
    of layout: EntityLayout, batchCount: Int, duration: Duration
  ) -> WorkEvent {
    .objectFault(
      ObjectFault(entityName: layout.name, batchCount: batchCount, duration: duration))
  }

  package static func fault(
    of layout: EntityLayout, _ property: PropertyLayout, batchCount: Int, count: Int,
    duration: Duration
  ) -> WorkEvent {
    .relationshipFault(
      RelationshipFault(
        entityName: layout.name, key: property.name, batchCount: batchCount, resultCount: count,
        duration: duration))
  }
}
