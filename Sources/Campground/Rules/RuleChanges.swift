import ObjectGraph

/// The changes to pricing rules that a context is about to save.
struct RuleChanges {
  private(set) var inserted: [VersionedRule] = []
  private(set) var updated: [VersionedRule] = []
  private(set) var deleted: [VersionedRule] = []

  /// The campsites whose own price is changing.
  private(set) var priced: [CampSite] = []

  /// Former rules that refer to a season whose dates are changing.
  private(set) var ofFormerSeasons: [VersionedRule] = []

  /// The policies that gain, lose or change steps.
  private var policies: Set<ManagedObjectID> = []

  /// Collects inserted, changed and deleted rules; also reads the rules of seasons whose dates are
  /// changing.
  init(in context: ManagedObjectContext) throws {
    for object in context.insertedObjects { try add(object) }
    for object in context.deletedObjects { try add(object) }
    for object in context.updatedObjects { try add(object) }
    updated = try updated.filter { try policies.contains($0.objectID) || Self.isOther($0) }
    try addRulesOfSeasons(in: context)
  }

  /// The campgrounds whose rules are changing.
  var campgrounds: Set<Campground> {
    let rules = (inserted + updated + deleted).compactMap(Self.campground)
    return Set(rules + priced.compactMap(\.campground)).filter { !$0.isDeleted }
  }

  /// The changes at one campground.
  func at(_ campground: Campground) -> RuleChanges {
    var changes = self
    changes.inserted = inserted.filter { Self.campground(of: $0) === campground }
    changes.updated = updated.filter { Self.campground(of: $0) === campground }
    changes.deleted = deleted.filter { Self.campground(of: $0) === campground }
    changes.ofFormerSeasons = ofFormerSeasons.filter { Self.campground(of: $0) === campground }
    changes.priced = priced.filter { $0.campground === campground }
    return changes
  }

  /// Whether any tax is changing.
  var haveTaxes: Bool { (inserted + updated + deleted).contains { $0 is Tax } }

  // MARK: Collecting changes

  private mutating func add(_ object: ManagedObject) throws {
    switch object {
    case let site as CampSite: try sort(site)
    case let step as CancellationStep:
      if let policy = try Self.value("policy", of: step) as? CancellationPolicy {
        policies.insert(policy.objectID)
      }
    case let rule as VersionedRule: sort(rule)
    default: break
    }
  }

  private mutating func sort(_ rule: VersionedRule) {
    guard rule.isInForce else { return }
    if rule.isDeleted {
      deleted.append(rule)
    } else if rule.isInserted {
      inserted.append(rule)
    } else {
      updated.append(rule)
    }
  }

  private mutating func sort(_ site: CampSite) throws {
    guard !site.isDeleted else { return }
    guard !site.isInserted else {
      if site.rateMinor != nil { priced.append(site) }
      return
    }
    // Only these keys are read: asking for all changes would read every stay.
    let before = try site.committedValues(forKeys: ["rateMinor", "type"])
    let wasByDay = before["type"] as? String == CampSiteType.dayUse.rawValue
    let isSame =
      before["rateMinor"] as? Int64 == site.rateMinor
      && (site.rateMinor == nil || wasByDay == (site.siteType == .dayUse))
    if !isSame { priced.append(site) }
  }

  /// Adds the rules that refer to seasons whose dates are changing or that are being deleted.
  private mutating func addRulesOfSeasons(in context: ManagedObjectContext) throws {
    let dates = Array(Season.partsOfFirst.union(Season.partsOfLast))
    let seasons = try (updated + deleted).compactMap { $0 as? Season }
      .filter { try $0.isDeleted || Self.isOther($0, dates) }
    guard !seasons.isEmpty else { return }
    let known = Set((inserted + updated + deleted).map(\.objectID))
    func add<Rule: ScopedRule>(_ type: Rule.Type) throws {
      for rule in try context.fetch(type, where: "season IN %@", seasons.map(\.objectID))
      where !known.contains(rule.objectID) {
        if rule.isInForce { updated.append(rule) } else { ofFormerSeasons.append(rule) }
      }
    }
    try add(Rate.self)
    try add(Discount.self)
    try add(Fee.self)
    try add(Tax.self)
    try add(DepositRule.self)
    try add(StayRule.self)
  }

  // MARK: Helpers

  /// Whether a rule has changed in substance. To-many relationships do not count and are not read:
  /// they lead to the stays agreed under it.
  private static func isOther(_ rule: VersionedRule) throws -> Bool {
    try isOther(rule, keys(of: rule).filter { !RuleVersions.marks.contains($0) })
  }

  private static func isOther(_ rule: VersionedRule, _ keys: [String]) throws -> Bool {
    func known(_ value: Any?) -> AttributeValue? {
      value.flatMap { ($0 as? ManagedObject).map { .objectID($0.objectID) } ?? AttributeValue($0) }
    }
    let before = try rule.committedValues(forKeys: keys)
    return try keys.contains { try known(rule.value(forKey: $0)) != known(before[$0] ?? nil) }
  }

  /// The names of an object's attributes and to-one relationships.
  static func keys(of object: ManagedObject) -> [String] {
    let toOnes = object.entity.relationshipsByName.filter { !$0.value.isToMany }.keys
    return Array(object.entity.attributesByName.keys) + toOnes
  }

  private static func campground(of rule: VersionedRule) -> Campground? {
    try? value("campground", of: rule) as? Campground
  }

  /// The value of a property; for a deleted object, the value before.
  private static func value(_ key: String, of object: ManagedObject) throws -> Any? {
    object.isDeleted
      ? try object.committedValues(forKeys: [key])[key] ?? nil : try object.value(forKey: key)
  }
}
