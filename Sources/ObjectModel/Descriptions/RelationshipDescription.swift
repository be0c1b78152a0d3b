/// What happens to the destination of a relationship when its owner is deleted.
public enum DeleteRule: Int, Sendable, Hashable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

/// A relationship of an entity to one or many objects of another.
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Makes a to-many relationship without a name and a destination.
  public override init() {
    super.init()
  }

  /// Makes a relationship whose ends are given by name; the model links them.
  ///
  /// - Parameter maxCount: 1 makes it to-one, 0 to-many without a bound.
  public init(
    name: String, destination: String, inverse: String?, maxCount: Int, minCount: Int = 0,
    isOptional: Bool = true, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule
  ) {
    super.init(
      PropertyFacts(
        name: name, isOptional: isOptional,
        relationship: .init(
          destinationName: destination, inverseName: inverse, deleteRule: deleteRule,
          minCount: minCount, maxCount: maxCount, isOrdered: isOrdered)))
  }

  /// The entity at the other end.
  public var destinationEntity: EntityDescription? {
    get { read { $0.relationship.destination } }
    set {
      let name = newValue?.name
      change {
        $0.relationship.destination = newValue
        $0.relationship.destinationName = name
      }
    }
  }

  /// The relationship of the destination that leads back here.
  public var inverseRelationship: RelationshipDescription? {
    get { read { $0.relationship.inverse } }
    set {
      // Read before: the inverse may be this relationship itself.
      let name = newValue?.name
      change {
        $0.relationship.inverse = newValue
        $0.relationship.inverseName = name
      }
    }
  }

  /// The name of the destination, known before the model links its entities.
  package var destinationName: String? {
    destinationEntity?.name ?? read { $0.relationship.destinationName }
  }

  /// The name of the inverse, known before the model links its entities.
  package var inverseName: String? {
    inverseRelationship?.name ?? read { $0.relationship.inverseName }
  }

  /// What happens to the destination when an owner is deleted. The default is nullify.
  public var deleteRule: DeleteRule {
    get { read { $0.relationship.deleteRule } }
    set { change { $0.relationship.deleteRule = newValue } }
  }

  /// The least count of destinations that passes validation; 0 for no bound.
  public var minCount: Int {
    get { read { $0.relationship.minCount } }
    set { change { $0.relationship.minCount = newValue } }
  }

  /// The greatest count of destinations that passes validation; 0 for no bound, 1 for to-one.
  public var maxCount: Int {
    get { read { $0.relationship.maxCount } }
    set { change { $0.relationship.maxCount = newValue } }
  }

  /// Whether a to-many relationship keeps its destinations in order.
  public var isOrdered: Bool {
    get { read { $0.relationship.isOrdered } }
    set { change { $0.relationship.isOrdered = newValue } }
  }

  /// Whether the relationship may lead to more than one object.
  public var isToMany: Bool { read { $0.relationship.maxCount != 1 } }

  func link(destination: EntityDescription, inverse: RelationshipDescription?) {
    change {
      $0.relationship.destination = destination
      $0.relationship.inverse = inverse
    }
  }

  /// Whether the relationship lives in memory only, together with its inverse.
  ///
  /// A to-one relationship keeps the pairs of the to-many relationship at its other end, whatever that
  /// one says. Of two to-one or two to-many relationships, one that is transient is enough.
  package var isEffectivelyTransient: Bool {
    guard let inverse = inverseRelationship else { return isTransient }
    if isToMany != inverse.isToMany { return (isToMany ? inverse : self).isTransient }
    return isTransient || inverse.isTransient
  }
}
