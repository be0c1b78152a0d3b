import ObjectModel
import ObjectStore

/// The objects of one context, one for each identity.
///
/// Invariant: an object points at a registry exactly as long as the registry has it, under the object's
/// key in the table of the object's hierarchy. It is the only place where an object enters or leaves a
/// context. Objects are not retained, unless `retainsObjects` is set; one that goes takes itself out.
final class ObjectRegistry {
  typealias Table = KeyTable<Unmanaged<ManagedObject>>

  /// Not retained: the context owns its registry, and clears this when it goes.
  unowned(unsafe) var context: ManagedObjectContext?

  /// At the number of the hierarchy's root - 1; nil while no object of it was asked for, as of most in
  /// the context of a transaction.
  // Exclusivity is not checked at run time: a table is made in one step.
  @exclusivity(unchecked) private var tables: [Table?]

  private var retained: Set<ManagedObject>?

  /// What objects that went kept alive, while it is let go; nil at other times.
  private var leaving: [[ToManyState?]]?

  /// - Parameter entityCount: how many entities the model has.
  init(entityCount: Int) { tables = Array(repeating: nil, count: entityCount) }

  // MARK: Looking

  func object(forKey key: Int64, root: Int) -> ManagedObject? {
    tables[root - 1]?.value(for: key)?.takeUnretainedValue()
  }

  /// The table of a hierarchy, for those who look up many keys of it or its neighbours.
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

  /// Puts an object in under its key, under which there is no other.
  func enter(_ object: ManagedObject) { enter(object, in: table(root: object.layout.rootNumber)) }

  /// - Parameter table: that of the object's hierarchy.
  @inline(__always)
  func enter(_ object: ManagedObject, in table: Table) {
    object.registry = .passUnretained(self)
    table.set(.passUnretained(object), for: object.key)
    if retained != nil { retained?.insert(object) }
  }

  /// Takes an object out. What it keeps of its relationships is let go.
  func leave(_ object: ManagedObject) {
    tables[object.layout.rootNumber - 1]?.remove(object.key)
    retained?.remove(object)
    object.leaveRegistry()
    object.toManys = nil
  }

  /// Gives an object another key.
  ///
  /// - Returns: the object that had the key before, and has left.
  func rekey(_ object: ManagedObject, to key: Int64) -> ManagedObject? {
    let table = table(root: object.layout.rootNumber)
    table.remove(object.key)
    let other = table.value(for: key)?.takeUnretainedValue()
    if let other { leave(other) }
    object.key = key
    table.set(.passUnretained(object), for: key)
    return other
  }

  /// Takes all objects out.
  ///
  /// - Parameter body: called with each of them once it is out.
  func leaveAll(_ body: (ManagedObject) -> Void) {
    // To-many members are strong references that may lead in circles. They are let go when no
    // object looks for its table any more.
    var members: [[ToManyState?]] = []
    for case let table? in tables {
      table.visit { _, object in
        let object = object.takeUnretainedValue()
        object.leaveRegistry()
        body(object)
        guard let toManys = object.toManys else { return }
        members.append(toManys)
        object.toManys = nil
      }
      table.removeAll()
    }
    if retained != nil { retained = [] }
  }

  /// Takes an object out that nobody holds any more.
  func objectGoes(key: Int64, root: Int, toManys: inout [ToManyState?]?) {
    tables[root - 1]?.remove(key)
    if toManys != nil { releaseMembers(&toManys) }
  }

  /// Lets go of the members that an object kept alive; of those of members that go with
  /// it, and so on, one after the other: a chain of any length takes no more of the
  /// stack than a single object.
  private func releaseMembers(_ toManys: inout [ToManyState?]?) {
    let isFirst = leaving == nil
    if isFirst { leaving = [] }
    leaving?.append(toManys ?? [])
    toManys = nil
    guard isFirst else { return }
    // What was taken out goes at the end of each round, which may add to the list.
    while let states = leaving?.popLast() { withExtendedLifetime(states) {} }
    leaving = nil
  }

  // MARK: Checking

  /// What breaks the invariant, for tests; empty when nothing does.
  func checkInvariants() -> [String] {
    var problems: [String] = []
    for (index, table) in tables.enumerated() {
      table?.visit { key, object in
        let object = object.takeUnretainedValue()
        if object.registry?.toOpaque() != Unmanaged.passUnretained(self).toOpaque() {
          problems.append("\(object) does not point at its registry")
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
