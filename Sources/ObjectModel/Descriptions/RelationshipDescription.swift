/// What happens to the destination of a relationship when its owner is deleted.
public enum DeleteRule: Int, Sendable, Hashable {
  /// Nothing: a reference to the owner is left as it is.
  case noActionDeleteRule = 0
  /// It loses its reference to the owner.
  case nullifyDeleteRule = 1
  /// It is deleted too.
  case cascadeDeleteRule = 2
  /// It keeps the owner from being deleted: the save fails with code 1600.
  case denyDeleteRule = 3
}

/// A relationship from an entity to one or many objects of another.
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the superclass keeps all facts.

  /// Creates a relationship whose ends are given by name; the model links them.
  ///
  /// - Parameter maxCount: 1 for to-one, 0 for to-many without a limit.
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

  /// Creates a to-one relationship, optional by default.
  ///
  /// - Parameters:
  ///   - inverse: the inverse relationship of the destination; nil for none.
  ///   - isTransient: whether it exists only in memory, as its inverse then does, too.
  ///   - renamingIdentifier: the relationship's name in the model's previous version, if it was
  ///     different.
  ///   - userInfo: application-defined text by key.
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

  /// Creates a to-many relationship, optional and without limits by default.
  ///
  /// - Parameters:
  ///   - inverse: as for a to-one relationship.
  ///   - isOptional: whether it may be empty when saved, regardless of the limits.
  ///   - isTransient: as for a to-one relationship.
  ///   - minCount: the minimum number of members that passes validation; 0 for no limit.
  ///   - maxCount: the maximum number of members; 0 for no limit. 1 makes it a to-one relationship,
  ///     as in any model.
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

  /// The destination entity.
  public var destinationEntity: EntityDescription? {
    get { read { destination } }
    set {
      change { destination = newValue }
      givenDestinationName = newValue?.name
    }
  }

  /// The inverse relationship of the destination.
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

  /// What happens to the destination when an owner is deleted. The default is to nullify.
  @Fact public var deleteRule = DeleteRule.nullifyDeleteRule

  /// The minimum number of destinations that passes validation; 0 for no limit.
  @Fact public var minCount = 0

  /// The maximum number of destinations that passes validation; 0 for no limit, 1 for to-one.
  @Fact public var maxCount = 0

  /// Whether a to-many relationship keeps its destinations in order.
  @Fact public var isOrdered = false

  /// Whether the relationship can have more than one destination.
  public var isToMany: Bool { maxCount != 1 }

  func link(destination: EntityDescription, inverse: RelationshipDescription?) {
    change {
      self.destination = destination
      self.inverse = inverse
    }
  }

  /// Whether the relationship, like its inverse, exists only in memory.
  ///
  /// A to-one relationship determines this for its to-many inverse, regardless of the inverse's own
  /// setting. If both are to-one or both to-many, it is enough that one of them is transient.
  package var isEffectivelyTransient: Bool {
    guard let inverse = inverseRelationship else { return isTransient }
    if isToMany != inverse.isToMany { return (isToMany ? inverse : self).isTransient }
    return isTransient || inverse.isTransient
  }
}
