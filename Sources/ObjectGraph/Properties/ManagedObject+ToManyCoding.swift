import ObjectModel
import ObjectStore

/// To-many relationships by name: changing single objects, and mutable collections.
///
/// Instead of the accessors that Core Data generates for each relationship (`addToWalks(_:)`,
/// `insertIntoWalks(_:at:)`, `removeFromWalks(_:)`), there is one method for all relationships.
extension ManagedObject {
  /// Adds an object to a to-many relationship, at the end of an ordered one, unless it is a member.
  ///
  /// Takes constant time, and reads the members only of a many-to-many relationship.
  ///
  /// - Throws: code 134061 if the key is not a to-many relationship of the entity, or the object
  ///   belongs to another entity or context; 133000 if this object's row is gone.
  public func add(_ object: ManagedObject, to key: String) throws {
    try add([object], to: toMany(forKey: key))
  }

  /// Adds objects to a to-many relationship.
  ///
  /// - Throws: errors of `add(_:to:)` for one object; then none has been added.
  public func add(_ objects: some Sequence<ManagedObject>, to key: String) throws {
    try add(Array(objects), to: toMany(forKey: key))
  }

  /// Inserts an object into an ordered relationship at an index; a member is moved there.
  ///
  /// - Parameter index: from 0 to the number of other members.
  /// - Throws: errors of `add(_:to:)`, and code 134061 if the relationship is unordered or the
  ///   index is out of range.
  public func insert(_ object: ManagedObject, into key: String, at index: Int) throws {
    let property = try toMany(forKey: key)
    try checkOrdered(property)
    try check(object, for: property)
    let members = destinations(of: property)
    let others = members.contains(object) ? members.count - 1 : members.count
    guard (0...others).contains(index) else { throw outOfRange(index, of: property) }
    contextReference?.relationships.place(object, at: index, in: property, of: self)
  }

  /// Removes an object from a to-many relationship, if it is a member.
  ///
  /// Takes constant time.
  ///
  /// - Throws: errors of `add(_:to:)`.
  public func remove(_ object: ManagedObject, from key: String) throws {
    try remove([object], from: toMany(forKey: key))
  }

  /// Removes objects from a to-many relationship.
  ///
  /// - Throws: errors of `add(_:to:)` for one object; then none has been removed.
  public func remove(_ objects: some Sequence<ManagedObject>, from key: String) throws {
    try remove(Array(objects), from: toMany(forKey: key))
  }

  /// The members of a to-many relationship as a set whose changes apply to the relationship.
  ///
  /// - Throws: code 134061 if the key is not a to-many relationship of the entity, or the
  ///   relationship is ordered.
  public func mutableSetValue(forKey key: String) throws -> MutableSet {
    let property = try toMany(forKey: key)
    guard !property.isOrdered else {
      throw makeError(about: key, "is ordered", repair: "use mutableOrderedSetValue(forKey:)")
    }
    return MutableSet(owner: self, property: property)
  }

  /// The members of an ordered relationship as an ordered set whose changes apply to the
  /// relationship.
  ///
  /// - Throws: code 134061 if the key is not an ordered relationship of the entity.
  public func mutableOrderedSetValue(forKey key: String) throws -> MutableOrderedSet {
    let property = try toMany(forKey: key)
    try checkOrdered(property)
    return MutableOrderedSet(owner: self, property: property)
  }

  // MARK: Steps

  /// Replaces the members with those of a collection.
  final func setMembers(_ value: Any?, of property: PropertyLayout) throws {
    guard let objects = Self.objects(in: value),
      !property.isOrdered || !(value is Set<ManagedObject>)
    else { throw wrongType(value, for: property) }
    for object in objects { try check(object, for: property) }
    setDestinations(OrderedSet(objects).elements, at: PropertySlot(property))
  }

  /// Adds the objects that are not members, or none if any of them cannot be a member.
  final func add(_ objects: [ManagedObject], to property: PropertyLayout) throws {
    for object in objects { try check(object, for: property) }
    for object in objects where !isMember(object, of: property) {
      set(object, isMember: true, of: property)
    }
  }

  /// Removes the objects that are members, or none if any of them could not be a member.
  final func remove(_ objects: [ManagedObject], from property: PropertyLayout) throws {
    for object in objects { try check(object, for: property) }
    for object in objects where isMember(object, of: property) {
      set(object, isMember: false, of: property)
    }
  }

  /// The objects of a collection in its order, empty for nil; nil if the value is not a collection
  /// of objects.
  static func objects(in value: Any?) -> [ManagedObject]? {
    switch value {
    case let array as [ManagedObject]: array
    case let set as any ManagedObjectList: set.managedObjects
    case let set as Set<ManagedObject>: Array(set)
    default: isNil(value) ? [] : nil
    }
  }

  private func toMany(forKey key: String) throws -> PropertyLayout {
    let property = try property(forKey: key)
    guard property.isToMany else {
      throw makeError(
        about: key, "is not a to-many relationship", repair: "use setValue(_:forKey:)")
    }
    guard fulfillFault() else { throw inaccessible(key) }
    return property
  }

  private func checkOrdered(_ property: PropertyLayout) throws {
    guard property.isOrdered else {
      throw makeError(
        about: property.name, "is not ordered",
        repair: "add objects without an index, or make the relationship ordered in the model")
    }
  }

  /// - Throws: code 134061 if an object cannot be the destination of a relationship.
  final func check(_ object: ManagedObject?, for property: PropertyLayout) throws {
    if let problem = refusal(of: object, for: property) { throw problem }
  }

  final func outOfRange(_ index: Int, of property: PropertyLayout) -> ObjectGraphError {
    makeError(
      about: property.name, "has no index \(index)",
      repair: "use an index from 0 to the number of objects")
  }

  /// Whether an object is a member; reads nothing else if the object's own to-one relationship is
  /// the inverse.
  final func isMember(_ object: ManagedObject, of property: PropertyLayout) -> Bool {
    if let inverse = contextReference?.model.inverse(of: property), inverse.kind == .toOne {
      return object.destination(at: PropertySlot(inverse)) === self
    }
    return destinations(of: property).contains(object)
  }
}

/// An ordered set of managed objects of any class.
protocol ManagedObjectList {
  var managedObjects: [ManagedObject] { get }
}

extension OrderedSet: ManagedObjectList where Element: ManagedObject {
  var managedObjects: [ManagedObject] { elements }
}
