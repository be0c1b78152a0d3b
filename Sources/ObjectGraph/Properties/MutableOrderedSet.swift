import ObjectStore

/// A live view of the members of an ordered relationship: it shows the current members, and changes
/// to it apply to the relationship, including inverses.
///
/// It is not a copy, but a loop iterates over the members at its start. If the owner is gone, an
/// object cannot be a member, or an index is out of range, an error is recorded in the context's
/// `errors` and nothing changes.
public final class MutableOrderedSet: Sequence {
  private let members: LiveMembers

  init(owner: ManagedObject, property: PropertyLayout) {
    members = LiveMembers(owner: owner, property: property)
  }

  // MARK: Reading

  /// The number of members.
  public var count: Int { members.all.count }

  /// Whether there are no members.
  public var isEmpty: Bool { members.all.isEmpty }

  /// A copy of the members, in order.
  public var array: [ManagedObject] { members.sorted }

  /// A copy of the members, in no particular order.
  public var set: Set<ManagedObject> { members.all }

  public func makeIterator() -> [ManagedObject].Iterator { members.sorted.makeIterator() }

  /// The first member, or nil if there is none.
  public var firstObject: ManagedObject? { members.sorted.first }

  /// The last member, or nil if there is none.
  public var lastObject: ManagedObject? { members.sorted.last }

  /// Whether the object is a member.
  public func contains(_ object: ManagedObject) -> Bool { members.all.contains(object) }

  /// The index of a member, or nil if the object is not a member; takes linear time.
  public func index(of object: ManagedObject) -> Int? { members.sorted.firstIndex(of: object) }

  /// The member at an index; if it is out of range, nil, with an error in the context's `errors`.
  public func object(at index: Int) -> ManagedObject? {
    let sorted = members.sorted
    guard sorted.indices.contains(index) else {
      refuse(index)
      return nil
    }
    return sorted[index]
  }

  // MARK: Changing

  /// Appends an object, unless it is a member.
  public func add(_ object: ManagedObject) { members.add([object]) }

  /// Appends the objects that are not members; none if any of them cannot be a member.
  public func add(contentsOf objects: some Sequence<ManagedObject>) { members.add(Array(objects)) }

  /// Inserts an object at an index, unless it is a member.
  ///
  /// - Parameter index: from 0 to `count`.
  public func insert(_ object: ManagedObject, at index: Int) {
    guard let owner = members.owner(for: object), !contains(object) else { return }
    guard (0...count).contains(index) else { return refuse(index) }
    owner.contextReference?.relationships.place(
      object, at: index, in: members.property, of: owner)
  }

  /// Removes an object.
  public func remove(_ object: ManagedObject) { members.remove([object]) }

  /// Removes the member at an index.
  public func removeObject(at index: Int) {
    if let object = object(at: index) { remove(object) }
  }

  /// Removes all members.
  public func removeAllObjects() { setArray([]) }

  /// Replaces the member at an index with an object; a member is moved there.
  public func replaceObject(at index: Int, with object: ManagedObject) {
    guard members.owner(for: object) != nil, self.object(at: index) != nil else { return }
    var wanted = OrderedSet(members.sorted)
    wanted.replace(at: index, with: object)
    setArray(wanted.elements)
  }

  /// Swaps the members at two indexes.
  public func exchangeObject(at first: Int, withObjectAt second: Int) {
    var wanted = members.sorted
    for index in [first, second] where !wanted.indices.contains(index) { return refuse(index) }
    wanted.swapAt(first, second)
    setArray(wanted)
  }

  /// Moves a member to an index, counted without the member itself.
  ///
  /// - Parameter index: from 0 to `count` - 1.
  public func moveObject(_ object: ManagedObject, to index: Int) {
    guard let owner = members.owner(for: object), contains(object) else { return }
    guard (0..<count).contains(index) else { return refuse(index) }
    owner.contextReference?.relationships.place(
      object, at: index, in: members.property, of: owner)
  }

  /// Sorts the members.
  public func sort(
    by areInIncreasingOrder: (ManagedObject, ManagedObject) throws -> Bool
  ) rethrows {
    setArray(try members.sorted.sorted(by: areInIncreasingOrder))
  }

  /// Replaces the members and their order.
  public func setArray(_ objects: [ManagedObject]) {
    guard let owner = members.liveOwner() else { return }
    owner.setDestinations(OrderedSet(objects).elements, at: PropertySlot(members.property))
  }

  private func refuse(_ index: Int) {
    guard let owner = members.liveOwner() else { return }
    owner.contextReference?.record(owner.outOfRange(index, of: members.property))
  }
}
