import ObjectModel
import ObjectStore

/// The objects of one context, one for each identity.
///
/// Invariant: an object refers to a registry exactly while the registry contains it, under the
/// object's key in the table of the object's hierarchy. Objects only enter or leave a context here.
/// Objects are not retained, unless `retainsObjects` is set; they remove themselves when they are
/// deallocated.
final class ObjectRegistry {
  typealias Table = KeyTable<Unmanaged<ManagedObject>>

  /// Not retained: the context owns its registry, and clears this when it is deallocated. Unmanaged,
  /// so that asking something of the context need not retain it.
  private var owner: Unmanaged<ManagedObjectContext>?

  var context: ManagedObjectContext? {
    get { owner?.takeUnretainedValue() }
    set { owner = newValue.map { .passUnretained($0) } }
  }

  var hasContext: Bool { owner != nil }

  /// Indexed by the number of the hierarchy's root - 1; nil until an object of the hierarchy is
  /// requested, as for most hierarchies in the context of a transaction.
  // Exclusivity is not checked dynamically, since a table is created in one step.
  @exclusivity(unchecked) private var tables: [Table?]

  // Exclusivity is not checked dynamically, as for the tables.
  @exclusivity(unchecked) private var retained: Set<ManagedObject>?

  /// The objects kept alive by deallocated ones, while they are being released; nil otherwise.
  private var leaving: [[ToManyState?]]?

  /// The identities of new objects, by which an object is found under its earlier references.
  let identities: TemporaryIdentities

  /// - Parameter entityCount: the number of entities in the model.
  init(entityCount: Int, identities: TemporaryIdentities = TemporaryIdentities()) {
    tables = Array(repeating: nil, count: entityCount)
    self.identities = identities
  }

  // MARK: Lookup

  func object(forKey key: Int64, root: Int) -> ManagedObject? {
    withUncounted(optional: tables[root - 1]) { $0.value(for: key) }??.takeUnretainedValue()
  }

  /// Whether a fault should look for a newer row than the one it has.
  func mayBeStale(_ object: ManagedObject) -> Bool {
    owner?._withUnsafeGuaranteedRef { $0.mayBeStale(object) } ?? false
  }

  /// The object with a key, or with a temporary reference that it had before.
  func registered(key: Int64, root: Int) -> ManagedObject? {
    if let object = object(forKey: key, root: root) { return object }
    guard let key = identities.key(of: key) else { return nil }
    return object(forKey: key, root: root)
  }

  /// The table of a hierarchy, for looking up many keys or neighbors.
  func table(root: Int) -> Table { tables[root - 1] ?? makeTable(root: root) }

  private func makeTable(root: Int) -> Table {
    let table = Table()
    tables[root - 1] = table
    return table
  }

  /// Calls the body with each object of a hierarchy, in no particular order.
  func visit(root: Int, _ body: (ManagedObject) -> Void) {
    tables[root - 1]?.visit { _, object in body(object.takeUnretainedValue()) }
  }

  var isEmpty: Bool { tables.allSatisfy { ($0?.count ?? 0) == 0 } }

  /// All objects, in no particular order.
  var objects: [ManagedObject] {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(tables.reduce(0) { $0 + ($1?.count ?? 0) })
    for case let table? in tables {
      table.visit { _, object in objects.append(object.takeUnretainedValue()) }
    }
    return objects
  }

  // MARK: Entering and leaving

  /// Whether the registry keeps its objects alive.
  var retainsObjects: Bool {
    get { retained != nil }
    set {
      guard newValue != (retained != nil) else { return }
      retained = newValue ? Set(objects) : nil
    }
  }

  /// Registers an object under its key, which must not be in use.
  func enter(_ object: ManagedObject) { enter(object, in: table(root: object.layout.rootNumber)) }

  /// - Parameter table: the table of the object's hierarchy.
  @inline(__always)
  func enter(_ object: ManagedObject, in table: Table) {
    object.registry = .passUnretained(self)
    table.set(.passUnretained(object), for: object.key)
    if retained != nil { retained?.insert(object) }
  }

  /// Removes an object and releases its members.
  ///
  /// - Parameter transition: what becomes of the object.
  func leave(_ object: ManagedObject, _ transition: ObjectState.Transition = .departed) {
    tables[object.layout.rootNumber - 1]?.remove(object.key)
    retained?.remove(object)
    object.leaveRegistry()
    object.toManys = nil
    object.changeIndex = -1
    object.become(transition)
  }

  /// Changes an object's key; an object that had the key before is removed.
  func rekey(_ object: ManagedObject, to key: Int64) {
    let table = table(root: object.layout.rootNumber)
    table.remove(object.key)
    let other = table.value(for: key)?.takeUnretainedValue()
    if let other { leave(other) }
    object.key = key
    table.set(.passUnretained(object), for: key)
  }

  /// Removes all objects, with their changes.
  func leaveAll() {
    // To-many members are strong references that may form cycles. They are released when no object
    // needs its table any more.
    var members: [[ToManyState?]] = []
    for case let table? in tables {
      table.visit { _, object in
        let object = object.takeUnretainedValue()
        object.leaveRegistry()
        object.become(.forgotten)
        guard let toManys = object.toManys else { return }
        members.append(toManys)
        object.toManys = nil
      }
      table.removeAll()
    }
    if retained != nil { retained = [] }
  }

  /// Removes an object that is being deallocated.
  func objectGoes(key: Int64, root: Int, toManys: inout [ToManyState?]?) {
    withUncounted(optional: tables[root - 1]) { $0.remove(key) }
    if toManys != nil { releaseMembers(&toManys) }
  }

  /// Releases the members that an object kept alive, and then those of members deallocated with it,
  /// in a loop, so that chains of any length do not deepen the stack.
  private func releaseMembers(_ toManys: inout [ToManyState?]?) {
    let isFirst = leaving == nil
    if isFirst { leaving = [] }
    leaving?.append(toManys ?? [])
    toManys = nil
    guard isFirst else { return }
    // The popped states are released at the end of each iteration, which may add to the list.
    while let states = leaving?.popLast() { withExtendedLifetime(states) {} }
    leaving = nil
  }

  // MARK: Missing rows

  /// Records that the row of an object was not found.
  func recordMissingRow(of object: ManagedObject) { object.become(.vanished) }

  /// Makes an object whose row was not found look for it again.
  func seekAgain(_ object: ManagedObject) {
    guard object.state.isVanished else { return }
    object.become(.sought)
    if object.isDeleted, !object.state.isChanged { object.become(.undeleted) }
  }

  /// Marks a clean object as deleted by others.
  func recordDeletionElsewhere(of object: ManagedObject) { object.become(.deletedElsewhere) }

  /// Records that the row of an object that others deleted is there again.
  func recordReturn(of object: ManagedObject) { object.become(.undeleted) }

  /// Records that observers know of an object's deletion, with which it left the context.
  func recordAnnouncement(ofDeleted object: ManagedObject) { object.become(.announced) }

  /// Records that an object discarded its values.
  func recordFault(_ object: ManagedObject) { object.become(.fault) }

  // MARK: Checking

  /// Violations of the invariant, for tests.
  func checkInvariants() -> [String] {
    var problems: [String] = []
    for (index, table) in tables.enumerated() {
      table?.visit { key, object in
        let object = object.takeUnretainedValue()
        if !object.belongs(to: self) {
          problems.append("\(object) does not refer to its registry")
        }
        if object.key != key { problems.append("\(object) is registered under \(key)") }
        if object.layout.rootNumber != index + 1 {
          problems.append("\(object) is in the table of another hierarchy")
        }
      }
    }
    if let retained, retained != Set(objects) {
      problems.append("\(retained.count) objects are retained, and others registered")
    }
    return problems
  }
}
