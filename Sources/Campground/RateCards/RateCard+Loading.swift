import Foundation
import ObjectGraph

extension RateCard {
  /// Reads the rules of a campground with all of their versions: one fetch for each kind of rule.
  ///
  ///     let card = try RateCard(of: campground, in: context)
  ///     let bill = try Bill(of: facts, by: card)
  ///
  /// A campsite's own price is a rate for that site, "Night" or "Day", listed after the others for
  /// the site. Inactive versions are left out. A version of a tax applies from the day of its
  /// change through the day before the next one.
  ///
  /// - Throws: what a fetch throws; `CampgroundError.invalidValue` for a stored percentage with
  ///   more than 8 decimal places.
  public init(of campground: Campground, in context: ManagedObjectContext) throws {
    self.init(currency: campground.currency, pricesIncludeTax: campground.pricesIncludeTax)
    let stored = StoredRules(of: campground, in: context)
    // Keeps the seasons in the context while the other rules read their dates.
    let seasons = try stored.all(Season.self)
    defer { withExtendedLifetime(seasons) {} }
    do {
      rates = try stored.rates() + stored.ownPrices()
      discounts = try stored.discounts()
      fees = try stored.fees()
      taxes = try stored.taxes()
      depositRules = try stored.depositRules()
      policies = try stored.policies()
    } catch let error as MinorUnits.Overflow {
      throw error.reported(in: currency)
    }
  }
}

/// The stored rules of a campground, former versions included.
private struct StoredRules {
  private let campground: Campground
  private let context: ManagedObjectContext

  init(of campground: Campground, in context: ManagedObjectContext) {
    self.campground = campground
    self.context = context
  }

  /// The current objects of a kind that match a condition about the campground.
  private func current<Object: ManagedObject>(
    _ type: Object.Type, where condition: String, by keys: [String] = [],
    reading relationships: [String] = []
  ) throws -> [Object] {
    let request = try FetchRequest<Object>(
      where: condition, campground, by: keys, prefetching: relationships)
    request.shouldRefreshRefetchedObjects = true
    return try context.fetch(request)
  }

  /// All rules of a kind, by name and version.
  func all<Rule: VersionedRule>(
    _ type: Rule.Type = Rule.self, where condition: String = "TRUEPREDICATE",
    reading relationships: [String] = []
  ) throws -> [Rule] {
    try current(
      type, where: "campground == %@ AND \(condition)", by: ["name", "revision"],
      reading: relationships)
  }

  /// The active rules of a kind, in all versions.
  func applied<Rule: VersionedRule>(
    _ type: Rule.Type, and condition: String = "TRUEPREDICATE"
  ) throws -> [Rule] {
    try all(where: "isActive == YES AND \(condition)")
  }

  func rates() throws -> [Versioned<RateCard.Rate>] {
    try applied(Rate.self, and: "isOwnPrice == NO").map { Versioned($0.listed, of: $0) }
  }

  func discounts() throws -> [Versioned<RateCard.Discount>] {
    try applied(Discount.self).map { try Versioned($0.listed(), of: $0) }
  }

  func fees() throws -> [Versioned<RateCard.Fee>] {
    try applied(Fee.self).map { Versioned($0.listed, of: $0) }
  }

  func taxes() throws -> [RateCard.Tax] { try applied(Tax.self).map { try $0.listed() } }

  func depositRules() throws -> [Versioned<RateCard.DepositRule>] {
    try applied(DepositRule.self).map { try Versioned($0.listed(), of: $0) }
  }

  /// The current and former own prices of campsites.
  func ownPrices() throws -> [Versioned<RateCard.Rate>] {
    let present = try current(
      CampSite.self, where: "campground == %@ AND rateMinor != nil", by: ["name"]
    ).compactMap { site in
      site.rateMinor.map { Versioned(site.ownPrice($0), from: site.rateRevision) }
    }
    let former = try all(Rate.self, where: "isOwnPrice == YES", reading: ["campSite"])
    return present
      + former.compactMap { price in
        price.campSite.map { Versioned($0.ownPrice(price.amountMinor), of: price) }
      }
  }

  /// The cancellation policies.
  func policies() throws -> [Versioned<RateCard.Policy>] {
    let steps = Dictionary(
      grouping: try current(CancellationStep.self, where: "policy.campground == %@")
    ) { $0.policy?.objectID }
    return try all(CancellationPolicy.self).map { policy in
      let terms = CancellationTerms(policy, steps: steps[policy.objectID] ?? [])
      // A policy for a class applies to all stays of the class.
      let isStandard =
        policy.siteClass != nil || (policy.isInForce ? policy.isDefault : policy.wasDefault)
      return Versioned(
        RateCard.Policy(
          policy.name, terms, for: RuleScope(siteClass: policy.siteClass.map(ClassID.init)),
          isStandard: isStandard), of: policy)
    }
  }
}

extension Versioned {
  /// Makes a version from a stored rule.
  fileprivate init(_ rule: Rule, of version: VersionedRule) {
    self.init(
      rule, from: version.revision, until: version.isInForce ? nil : version.endRevision)
  }
}
