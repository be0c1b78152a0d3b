import ObjectGraph

extension ManagedObjectModel {
  /// The rules that price a stay.
  package static var pricingEntities: [EntityDescription] {
    [
      seasonEntity, rateEntity, discountEntity, taxEntity, feeEntity, depositRuleEntity,
      meterRateEntity,
    ]
  }

  private static var seasonEntity: EntityDescription {
    EntityDescription("Season", class: Season.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("startMonth", .integer16, isOptional: false, minimum: 1, maximum: 12)
      AttributeDescription("startDay", .integer16, isOptional: false, minimum: 1, maximum: 31)
      AttributeDescription("endMonth", .integer16, isOptional: false, minimum: 1, maximum: 12)
      AttributeDescription("endDay", .integer16, isOptional: false, minimum: 1, maximum: 31)
      AttributeDescription("year", .integer16, minimum: 1, maximum: 9_999)
      campgroundOfOwned("seasons")
      RelationshipDescription(
        "rates", toMany: "Rate", inverse: "season", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "stayRules", toMany: "StayRule", inverse: "season", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "discounts", toMany: "Discount", inverse: "season", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "fees", toMany: "Fee", inverse: "season", deleteRule: .denyDeleteRule)
    }
  }

  private static var rateEntity: EntityDescription {
    EntityDescription("Rate", class: Rate.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("kind", .string, isOptional: false)
      amount("amountMinor")
      weekdays
      AttributeDescription("siteType", .string)
      AttributeDescription("rank", .integer32, isOptional: false, default: 0)
      AttributeDescription("isOwnPrice", .boolean, isOptional: false, default: false)
      isActive
      campgroundOfOwned("rates")
      classOfRule("rates")
      RelationshipDescription("season", toOne: "Season", inverse: "rates")
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "rates")
    }
  }

  private static var discountEntity: EntityDescription {
    EntityDescription("Discount", class: Discount.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 100)
      optionalAmount("amountMinor")
      weekdays
      AttributeDescription("minimumNights", .integer16, minimum: 1)
      AttributeDescription("siteType", .string)
      AttributeDescription("isAutomatic", .boolean, isOptional: false, default: false)
      isActive
      campgroundOfOwned("discounts")
      classOfRule("discounts")
      RelationshipDescription("season", toOne: "Season", inverse: "discounts")
    }
  }

  private static var taxEntity: EntityDescription {
    EntityDescription("Tax", class: Tax.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("group", .string, isOptional: false)
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 1_000)
      optionalAmount("amountMinor")
      AttributeDescription("basis", .string, isOptional: false)
      AttributeDescription("dateFrom", .date)
      AttributeDescription("dateUntil", .date)
      AttributeDescription("siteType", .string)
      AttributeDescription("effectiveFrom", .date)
      AttributeDescription("exemptFromNights", .integer16, minimum: 1)
      AttributeDescription("taxesKeptMoney", .boolean, isOptional: false, default: false)
      isActive
      campgroundOfOwned("taxes")
      classOfRule("taxes")
    }
  }

  private static var feeEntity: EntityDescription {
    EntityDescription("Fee", class: Fee.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      amount("amountMinor")
      AttributeDescription("basis", .string, isOptional: false)
      AttributeDescription("includedCount", .integer16, minimum: 1)
      AttributeDescription("taxGroup", .string)
      weekdays
      AttributeDescription("dateFrom", .date)
      AttributeDescription("dateUntil", .date)
      AttributeDescription("siteType", .string)
      AttributeDescription("isRefundable", .boolean, isOptional: false, default: false)
      isActive
      campgroundOfOwned("fees")
      classOfRule("fees")
      RelationshipDescription("season", toOne: "Season", inverse: "fees")
    }
  }

  private static var depositRuleEntity: EntityDescription {
    EntityDescription("DepositRule", class: DepositRule.self, unique: versionedName) {
      revision
      endRevision
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 100)
      optionalAmount("amountMinor")
      AttributeDescription("nights", .integer16, minimum: 1)
      AttributeDescription("minimumNights", .integer16, minimum: 1)
      AttributeDescription("siteType", .string)
      isActive
      campgroundOfOwned("depositRules")
      classOfRule("depositRules")
    }
  }

  private static var meterRateEntity: EntityDescription {
    EntityDescription("MeterRate", class: MeterRate.self, unique: [["campground", "kind"]]) {
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("unit", .string, isOptional: false)
      AttributeDescription("price", .decimal, isOptional: false, minimum: 0)
      AttributeDescription("taxGroup", .string)
      isActive
      campgroundOfOwned("meterRates")
    }
  }
}
