import ObjectGraph

extension ManagedObjectModel {
  /// Stay rules and cancellation policies.
  package static var ruleEntities: [EntityDescription] {
    [stayRuleEntity, cancellationPolicyEntity, cancellationStepEntity]
  }

  private static var stayRuleEntity: EntityDescription {
    EntityDescription("StayRule", class: StayRule.self, unique: [["campground", "name"]]) {
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("value", .integer32, minimum: 1)
      weekdays
      AttributeDescription("dateFrom", .date)
      AttributeDescription("dateTo", .date)
      AttributeDescription("siteType", .string)
      isActive
      campgroundOfOwned("stayRules")
      classOfRule("stayRules")
      RelationshipDescription("season", toOne: "Season", inverse: "stayRules")
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "stayRules")
    }
  }

  private static var cancellationPolicyEntity: EntityDescription {
    EntityDescription(
      "CancellationPolicy", class: CancellationPolicy.self,
      unique: versionedName + [["campground", "isDefault"]]
    ) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("isDefault", .boolean)
      AttributeDescription("wasDefault", .boolean, isOptional: false, default: false)
      AttributeDescription(
        "cutOffMinute", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 1_439)
      AttributeDescription(
        "graceMinutes", .integer32, isOptional: false, default: 60, minimum: 0)
      amount("changeFeeMinor")
      campgroundOfOwned("cancellationPolicies")
      classOfRule("cancellationPolicies")
      RelationshipDescription(
        "steps", toMany: "CancellationStep", inverse: "policy", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var cancellationStepEntity: EntityDescription {
    EntityDescription(
      "CancellationStep", class: CancellationStep.self, unique: [["policy", "fromDays"]]
    ) {
      AttributeDescription("fromDays", .integer16, isOptional: false, minimum: 0)
      AttributeDescription("throughDays", .integer16, minimum: 0)
      AttributeDescription("keptNights", .integer16, minimum: 0)
      AttributeDescription("keptPercent", .decimal, minimum: 0, maximum: 100)
      amount("feeMinor")
      RelationshipDescription(
        "policy", toOne: "CancellationPolicy", inverse: "steps", isOptional: false)
    }
  }
}
