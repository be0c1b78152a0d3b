import ObjectStore

/// The members of a to-many relationship as a set: it shows what the relationship holds at the
/// moment, and what is done to it is done to the relationship, inverses included.
///
/// It is not a copy: a loop over it that changes it goes over the members that there were at its
/// start. An owner that is gone, or an object that cannot be a member, leaves an error in the
/// context's `errors` and changes nothing.
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

  /// Takes an object out.
  public func remove(_ object: ManagedObject) { members.remove([object]) }

  /// Takes all members out.
  public func removeAllObjects() { setSet([]) }

  /// Adds all objects of a sequence, or none where one of them cannot be a member.
  public func union(_ objects: some Sequence<ManagedObject>) { members.add(Array(objects)) }

  /// Takes all objects of a sequence out, or none where one of them cannot be a member.
  public func minus(_ objects: some Sequence<ManagedObject>) { members.remove(Array(objects)) }

  /// Takes out what is not in a sequence.
  public func intersect(_ objects: some Sequence<ManagedObject>) {
    setSet(members.all.intersection(objects))
  }

  /// Makes the members those and no others.
  public func setSet(_ objects: Set<ManagedObject>) {
    guard let owner = members.liveOwner() else { return }
    owner.setDestinations(Array(objects), at: PropertySlot(members.property))
  }
}

/// The members of a relationship of an object that may go.
struct LiveMembers {
  let owner: ManagedObject
  let property: PropertyLayout
  private let context: ManagedObjectContext?

  init(owner: ManagedObject, property: PropertyLayout) {
    self.owner = owner
    self.property = property
    context = owner.contextReference
  }

  /// The members, or none when the owner is gone.
  var all: Set<ManagedObject> { liveOwner()?.destinations(of: property) ?? [] }

  /// The members in order, or none when the owner is gone.
  var sorted: [ManagedObject] { liveOwner()?.orderedDestinations(of: property) ?? [] }

  /// The owner, or nil and an error in the context when it is gone.
  func liveOwner() -> ManagedObject? {
    if owner.contextReference != nil, owner.fulfillFault() { return owner }
    context?.record(owner.inaccessible(property.name))
    return nil
  }

  /// The owner where an object may be its member; otherwise nil and an error in the context.
  func owner(for object: ManagedObject) -> ManagedObject? {
    guard let owner = liveOwner() else { return nil }
    guard let problem = owner.refusal(of: object, for: property) else { return owner }
    context?.record(problem)
    return nil
  }

  /// Adds all objects or none.
  func add(_ objects: [ManagedObject]) { change { try $0.add(objects, to: property) } }

  /// Takes all objects out or none.
  func remove(_ objects: [ManagedObject]) { change { try $0.remove(objects, from: property) } }

  private func change(_ body: (ManagedObject) throws -> Void) {
    guard let owner = liveOwner() else { return }
    do {
      try body(owner)
    } catch {
      context?.record(ObjectGraphError(error, otherwise: .coreData))
    }
  }
}
