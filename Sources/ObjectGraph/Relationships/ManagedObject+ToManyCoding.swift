import ObjectModel
import ObjectStore

/// To-many relationships by name: one object at a time, and as collections that write through.
///
/// What Core Data generates for each relationship (`addToWalks(_:)`, `insertIntoWalks(_:at:)`,
/// `removeFromWalks(_:)`) is here one method for all of them.
extension ManagedObject {
  /// Adds an object to a to-many relationship: to the end of an ordered one, unless it is a member.
  ///
  /// It costs constant time, and reads the members only of a many-to-many relationship.
  ///
  /// - Throws: code 134061 for a key that is no to-many relationship of the entity, and for an
  ///   object of another entity or context; 133000 when this object's row is gone.
  public func add(_ object: ManagedObject, to key: String) throws {
    try add([object], to: toMany(forKey: key))
  }

  /// Adds objects to a to-many relationship.
  ///
  /// - Throws: as `add(_:to:)` for one object; then none was added.
  public func add(_ objects: some Sequence<ManagedObject>, to key: String) throws {
    try add(Array(objects), to: toMany(forKey: key))
  }

  /// Puts an object into an ordered relationship, before the one at an index; a member moves there.
  ///
  /// - Parameter index: from 0 to the number of other members.
  /// - Throws: as `add(_:to:)`, and code 134061 for an unordered relationship and an index out of
  ///   range.
  public func insert(_ object: ManagedObject, into key: String, at index: Int) throws {
    let property = try toMany(forKey: key)
    try checkOrdered(property)
    try check(object, for: property)
    let members = destinations(of: property)
    let others = members.contains(object) ? members.count - 1 : members.count
    guard (0...others).contains(index) else { throw outOfRange(index, of: property) }
    place(object, at: index, in: property)
  }

  /// Takes an object out of a to-many relationship, if it is a member.
  ///
  /// It costs constant time.
  ///
  /// - Throws: as `add(_:to:)`.
  public func remove(_ object: ManagedObject, from key: String) throws {
    try remove([object], from: toMany(forKey: key))
  }

  /// Takes objects out of a to-many relationship.
  ///
  /// - Throws: as `add(_:to:)` for one object; then none was taken out.
  public func remove(_ objects: some Sequence<ManagedObject>, from key: String) throws {
    try remove(Array(objects), from: toMany(forKey: key))
  }

  /// The members of a to-many relationship as a set that writes through.
  ///
  /// - Throws: code 134061 for a key that is no to-many relationship of the
  ///   entity, or an ordered one.
  public func mutableSetValue(forKey key: String) throws -> MutableSet {
    let property = try toMany(forKey: key)
    guard !property.isOrdered else {
      throw makeError(about: key, "is ordered", repair: "use mutableOrderedSetValue(forKey:)")
    }
    return MutableSet(owner: self, property: property)
  }

  /// The members of an ordered relationship as an ordered set that writes through.
  ///
  /// - Throws: code 134061 for a key that is no ordered relationship of the entity.
  public func mutableOrderedSetValue(forKey key: String) throws -> MutableOrderedSet {
    let property = try toMany(forKey: key)
    try checkOrdered(property)
    return MutableOrderedSet(owner: self, property: property)
  }

  // MARK: The pieces

  /// Makes the members those of a collection.
  final func setMembers(_ value: Any?, of property: PropertyLayout) throws {
    guard let objects = Self.objects(in: value),
      !property.isOrdered || !(value is Set<ManagedObject>)
    else { throw wrongType(value, for: property) }
    for object in objects { try check(object, for: property) }
    setDestinations(OrderedSet(objects).elements, at: PropertySlot(property))
  }

  /// Adds those that are not members, or none where one of them cannot be one.
  final func add(_ objects: [ManagedObject], to property: PropertyLayout) throws {
    for object in objects { try check(object, for: property) }
    for object in objects where !isMember(object, of: property) {
      set(object, isMember: true, of: property)
    }
  }

  /// Takes those out that are members, or none where one of them could not be one.
  final func remove(_ objects: [ManagedObject], from property: PropertyLayout) throws {
    for object in objects { try check(object, for: property) }
    for object in objects where isMember(object, of: property) {
      set(object, isMember: false, of: property)
    }
  }

  /// The objects of a collection in its order, none for nil; nil for what is
  /// no collection of objects.
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
        repair: "add objects without a place, or make the relationship ordered in the model")
    }
  }

  /// - Throws: code 134061 for an object that cannot be where a relationship leads to.
  final func check(_ object: ManagedObject?, for property: PropertyLayout) throws {
    if let problem = refusal(of: object, for: property) { throw problem }
  }

  final func outOfRange(_ index: Int, of property: PropertyLayout) -> ObjectGraphError {
    makeError(
      about: property.name, "has no place \(index)",
      repair: "give a place from 0 to the number of objects")
  }

  /// Whether an object is a member; where its own to-one relationship tells, nothing else is read.
  final func isMember(_ object: ManagedObject, of property: PropertyLayout) -> Bool {
    if let inverse = contextReference?.model.inverse(of: property), inverse.kind == .toOne {
      return object.destination(at: PropertySlot(inverse)) === self
    }
    return destinations(of: property).contains(object)
  }
}

/// An ordered set of managed objects of whatever class.
protocol ManagedObjectList {
  var managedObjects: [ManagedObject] { get }
}

extension OrderedSet: ManagedObjectList where Element: ManagedObject {
  var managedObjects: [ManagedObject] { elements }
}
