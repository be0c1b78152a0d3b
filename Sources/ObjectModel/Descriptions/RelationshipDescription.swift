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

  /// Makes a relationship whose ends are given by name; the model links them.
  ///
  /// - Parameter maxCount: 1 makes it to-one, 0 to-many without a bound.
  public convenience init(
    name: String, destination: String, inverse: String?, maxCount: Int, minCount: Int = 0,
    isOptional: Bool = true, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule
  ) {
    self.init()
    self.name = name
    givenDestinationName = destination
    givenInverseName = inverse
    self.maxCount = maxCount
    self.minCount = minCount
    self.isOptional = isOptional
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
  }

  /// Makes a to-one relationship, optional unless said otherwise.
  ///
  /// - Parameters:
  ///   - inverse: the relationship of the destination that leads back; nil for none.
  ///   - isTransient: whether it lives in memory only, as its inverse then does too.
  ///   - renamingIdentifier: the name that the relationship had in the model's previous
  ///     version, where it was another.
  ///   - userInfo: free text by key, for the application.
  public convenience init(
    _ name: String, toOne destination: String, inverse: String?, isOptional: Bool = true,
    isTransient: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: 1, isOptional: isOptional,
      deleteRule: deleteRule)
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }

  /// Makes a to-many relationship, optional and without bounds unless said otherwise.
  ///
  /// - Parameters:
  ///   - inverse: as of a to-one relationship.
  ///   - isOptional: whether it may be empty when it is saved, whatever the bounds say.
  ///   - isTransient: as of a to-one relationship.
  ///   - minCount: the least count of members that passes validation; 0 for no bound.
  ///   - maxCount: the greatest count of members; 0 for no bound. 1 makes a to-one
  ///     relationship, as in every model.
  public convenience init(
    _ name: String, toMany destination: String, inverse: String?, isOrdered: Bool = false,
    isOptional: Bool = true, isTransient: Bool = false, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullifyDeleteRule, renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: maxCount,
      minCount: minCount, isOptional: isOptional, isOrdered: isOrdered, deleteRule: deleteRule)
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }

  /// The entity at the other end.
  public var destinationEntity: EntityDescription? {
    get { read { destination } }
    set {
      change { destination = newValue }
      givenDestinationName = newValue?.name
    }
  }

  /// The relationship of the destination that leads back here.
  public var inverseRelationship: RelationshipDescription? {
    get { read { inverse } }
    set {
      change { inverse = newValue }
      givenInverseName = newValue?.name
    }
  }

  private weak var destination: EntityDescription?
  private weak var inverse: RelationshipDescription?
  @Fact private var givenDestinationName: String? = nil
  @Fact private var givenInverseName: String? = nil

  /// The name of the destination, known before the model links its entities.
  package var destinationName: String? { destinationEntity?.name ?? givenDestinationName }

  /// The name of the inverse, known before the model links its entities.
  package var inverseName: String? { inverseRelationship?.name ?? givenInverseName }

  /// What happens to the destination when an owner is deleted. The default is nullify.
  @Fact public var deleteRule = DeleteRule.nullifyDeleteRule

  /// The least count of destinations that passes validation; 0 for no bound.
  @Fact public var minCount = 0

  /// The greatest count of destinations that passes validation; 0 for no bound, 1 for to-one.
  @Fact public var maxCount = 0

  /// Whether a to-many relationship keeps its destinations in order.
  @Fact public var isOrdered = false

  /// Whether the relationship may lead to more than one object.
  public var isToMany: Bool { maxCount != 1 }

  func link(destination: EntityDescription, inverse: RelationshipDescription?) {
    change {
      self.destination = destination
      self.inverse = inverse
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
