import ObjectStore

/// The members of an ordered relationship as an ordered set: it shows what the relationship holds
/// at the moment, and what is done to it is done to the relationship, inverses included.
///
/// It is not a copy: a loop over it that changes it goes over the members that there were at its
/// start. An owner that is gone, an object that cannot be a member, or an index out of range leaves
/// an error in the context's `errors` and changes nothing.
public final class MutableOrderedSet: Sequence {
  private let members: LiveMembers

  init(owner: ManagedObject, property: PropertyLayout) {
    members = LiveMembers(owner: owner, property: property)
  }

  // MARK: Looking

  /// The number of members.
  public var count: Int { members.all.count }

  /// Whether there are no members.
  public var isEmpty: Bool { members.all.isEmpty }

  /// A copy of the members, in order.
  public var array: [ManagedObject] { members.sorted }

  /// A copy of the members, in no particular order.
  public var set: Set<ManagedObject> { members.all }

  public func makeIterator() -> [ManagedObject].Iterator { members.sorted.makeIterator() }

  /// The first member, or nil when there is none.
  public var firstObject: ManagedObject? { members.sorted.first }

  /// The last member, or nil when there is none.
  public var lastObject: ManagedObject? { members.sorted.last }

  /// Whether the object is a member.
  public func contains(_ object: ManagedObject) -> Bool { members.all.contains(object) }

  /// The place of a member, or nil for an object that is none; in time proportional to the count.
  public func index(of object: ManagedObject) -> Int? { members.sorted.firstIndex(of: object) }

  /// The member at an index, or nil and an error when there is none.
  public func object(at index: Int) -> ManagedObject? {
    let sorted = members.sorted
    guard sorted.indices.contains(index) else {
      refuse(index)
      return nil
    }
    return sorted[index]
  }

  // MARK: Changing

  /// Puts an object at the end, unless it is a member.
  public func add(_ object: ManagedObject) { members.add([object]) }

  /// Puts those objects at the end that are not members; none where one of them cannot be a member.
  public func add(contentsOf objects: some Sequence<ManagedObject>) { members.add(Array(objects)) }

  /// Puts an object before the one at an index, unless it is a member.
  ///
  /// - Parameter index: from 0 to `count`.
  public func insert(_ object: ManagedObject, at index: Int) {
    guard let owner = members.owner(for: object), !contains(object) else { return }
    guard (0...count).contains(index) else { return refuse(index) }
    owner.place(object, at: index, in: members.property)
  }

  /// Takes an object out.
  public func remove(_ object: ManagedObject) { members.remove([object]) }

  /// Takes the member at an index out.
  public func removeObject(at index: Int) {
    if let object = object(at: index) { remove(object) }
  }

  /// Takes all members out.
  public func removeAllObjects() { setArray([]) }

  /// Puts an object in the place of the member at an index; a member moves there.
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

  /// Moves a member to a place, counted without the member itself.
  ///
  /// - Parameter index: from 0 to `count` - 1.
  public func moveObject(_ object: ManagedObject, to index: Int) {
    guard let owner = members.owner(for: object), contains(object) else { return }
    guard (0..<count).contains(index) else { return refuse(index) }
    owner.place(object, at: index, in: members.property)
  }

  /// Sorts the members.
  public func sort(
    by areInIncreasingOrder: (ManagedObject, ManagedObject) throws -> Bool
  ) rethrows {
    setArray(try members.sorted.sorted(by: areInIncreasingOrder))
  }

  /// Makes the members those and no others, in that order.
  public func setArray(_ objects: [ManagedObject]) {
    guard let owner = members.liveOwner() else { return }
    owner.setDestinations(OrderedSet(objects).elements, at: PropertySlot(members.property))
  }

  private func refuse(_ index: Int) {
    guard let owner = members.liveOwner() else { return }
    owner.contextReference?.record(owner.outOfRange(index, of: members.property))
  }
}
