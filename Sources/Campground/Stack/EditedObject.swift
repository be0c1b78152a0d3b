import ObjectGraph

/// What a command changed about an object other than a stay: its stored values before and after.
struct EditedObject {
  let object: ManagedObjectID
  /// The noun and the name as its event has them.
  let noun: String
  let name: String
  /// The values before and after, by key.
  private(set) var before: [String: AttributeValue]
  private(set) var after: [String: AttributeValue] = [:]

  /// Takes the values of an object that is about to be saved; nil for one that cannot be put back by
  /// its values alone, and where nothing changed.
  init?(_ object: ManagedObject) throws {
    guard let audited = object as? any Audited, Self.isKnown(object) else { return nil }
    let keys = object.changedStoredKeys.subtracting(RuleVersions.marks)
      .subtracting(["readiness"])
    guard !keys.isEmpty, keys.isDisjoint(with: ["picture", "thumbnail"]) else { return nil }
    self.object = object.objectID
    (noun, name) = (AuditTrail.noun(of: audited), AuditTrail.name(of: audited))
    before = [:]
    let committed = try object.committedValues(forKeys: Array(keys))
    for key in keys {
      guard let value = AttributeValue(committed[key] ?? nil) else { return nil }
      before[key] = value
    }
  }

  private static func isKnown(_ object: ManagedObject) -> Bool {
    switch object {
    case let rule as VersionedRule: rule.isInForce
    case is Camper, is CampSite, is CampgroundRule, is MeterRate: true
    default: false
    }
  }

  /// Takes the values of the object after the save.
  mutating func takeAfter(_ object: ManagedObject) throws {
    for key in before.keys { after[key] = AttributeValue(try object.value(forKey: key)) }
  }

  /// Whether a change of a property, as the audit names it, is one of these.
  func covers(_ property: String) -> Bool {
    before[property] != nil
      || noun == Season.noun && ["from", "to"].contains(property)
        && !Season.partsOfFirst.union(Season.partsOfLast).isDisjoint(with: before.keys)
  }

  /// Adds a later change to the same object.
  mutating func add(_ later: EditedObject) {
    before.merge(later.before) { first, _ in first }
    after.merge(later.after) { _, last in last }
  }

  /// Whether an object is as the command left it.
  func isAsLeft(_ object: ManagedObject) throws -> Bool {
    try after.allSatisfy { key, value in AttributeValue(try object.value(forKey: key)) == value }
  }

  /// Gives an object the values from before the command.
  func putBack(_ object: ManagedObject, in context: ManagedObjectContext) throws {
    for (key, value) in before {
      if case .objectID(let id) = value {
        try object.setValue(try context.existing(id) as ManagedObject, forKey: key)
      } else {
        try object.setValue(value.anyValue, forKey: key)
      }
    }
  }
}
