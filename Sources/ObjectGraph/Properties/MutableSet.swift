import ObjectStore

/// A live view of the members of a to-many relationship: it shows the current members, and changes
/// to it apply to the relationship, including inverses.
///
/// It is not a copy, but a loop iterates over the members at its start. If the owner is gone, or an
/// object cannot be a member, an error is recorded in the context's `errors` and nothing changes.
public final class MutableSet: Sequence {
  private let members: LiveMembers

  init(owner: ManagedObject, property: PropertyLayout) {
    members = LiveMembers(owner: owner, property: property)
  }

  /// The number of members.
  public var count: Int { members.all.count }

  /// Whether there are no members.
  public var isEmpty: Bool { members.all.isEmpty }

  /// The members, in no particular order.
  public var allObjects: [ManagedObject] { Array(members.all) }

  /// A copy of the members.
  public var set: Set<ManagedObject> { members.all }

  public func makeIterator() -> Set<ManagedObject>.Iterator { members.all.makeIterator() }

  /// Whether the object is a member.
  public func contains(_ object: ManagedObject) -> Bool { members.all.contains(object) }

  /// Adds an object.
  public func add(_ object: ManagedObject) { members.add([object]) }

  /// Removes an object.
  public func remove(_ object: ManagedObject) { members.remove([object]) }

  /// Removes all members.
  public func removeAllObjects() { setSet([]) }

  /// Adds all objects of a sequence, or none if any of them cannot be a member.
  public func union(_ objects: some Sequence<ManagedObject>) { members.add(Array(objects)) }

  /// Removes all objects of a sequence, or none if any of them cannot be a member.
  public func minus(_ objects: some Sequence<ManagedObject>) { members.remove(Array(objects)) }

  /// Removes all members that are not in a sequence.
  public func intersect(_ objects: some Sequence<ManagedObject>) {
    setSet(members.all.intersection(objects))
  }

  /// Replaces the members.
  public func setSet(_ objects: Set<ManagedObject>) {
    guard let owner = members.liveOwner() else { return }
    owner.setDestinations(Array(objects), at: PropertySlot(members.property))
  }
}

/// The members of a relationship of an object that may be gone.
struct LiveMembers {
  let owner: ManagedObject
  let property: PropertyLayout
  private let context: ManagedObjectContext?

  init(owner: ManagedObject, property: PropertyLayout) {
    self.owner = owner
    self.property = property
    context = owner.contextReference
  }

  /// The members; empty if the owner is gone.
  var all: Set<ManagedObject> { liveOwner()?.destinations(of: property) ?? [] }

  /// The members in order; empty if the owner is gone.
  var sorted: [ManagedObject] { liveOwner()?.orderedDestinations(of: property) ?? [] }

  /// The owner; if it is gone, nil, with an error in the context's `errors`.
  func liveOwner() -> ManagedObject? {
    if owner.contextReference != nil, owner.fulfillFault() { return owner }
    context?.record(owner.inaccessible(property.name))
    return nil
  }

  /// The owner if an object may be its member; otherwise nil, with an error in the context's
  /// `errors`.
  func owner(for object: ManagedObject) -> ManagedObject? {
    guard let owner = liveOwner() else { return nil }
    guard let problem = owner.refusal(of: object, for: property) else { return owner }
    context?.record(problem)
    return nil
  }

  /// Adds all objects or none.
  func add(_ objects: [ManagedObject]) { change { try $0.add(objects, to: property) } }

  /// Removes all objects or none.
  func remove(_ objects: [ManagedObject]) { change { try $0.remove(objects, from: property) } }

  private func change(_ body: (ManagedObject) throws -> Void) {
    guard let owner = liveOwner() else { return }
    context?.recording { try body(owner) }
  }
}
