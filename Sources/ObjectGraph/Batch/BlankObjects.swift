import ObjectModel
import ObjectStore

/// Provides the objects that the handler of a batch insertion fills, one after another.
///
/// An object is reused for the next one if nobody can tell: if the handler has kept no reference to
/// it, and its class has only `@Managed` properties, which are all reset to their defaults.
struct BlankObjects {
  private let values: BatchValues
  private lazy var mayRenew = values.binding.isAllManaged

  init(_ values: BatchValues) { self.values = values }

  var first: ManagedObject { values.makeObject(values.binding.objectClass) }

  mutating func renew(_ object: inout ManagedObject) {
    guard mayRenew, isKnownUniquelyReferenced(&object) else {
      object = first
      return
    }
    object.becomeBlank()
  }
}

extension ManagedObject {
  /// Resets the object, which belongs to no context and owns its row, to a new one.
  fileprivate final func becomeBlank() {
    key = ManagedObjectID.nextTemporaryReference()
    row?.reset(to: layout.template)
    row?.identify(key: key, version: 0)
    becomeUnattached(row: row)
  }
}

extension EntityBinding {
  /// Whether an object has no state other than its row.
  fileprivate var isAllManaged: Bool {
    guard layout.transients.isEmpty else { return false }
    var mirror: Mirror? = Mirror(reflecting: objectClass.init(ManagedObjectSeed.detached))
    while let current = mirror, current.subjectType != ManagedObject.self {
      let isManaged = current.children.allSatisfy { $0.value is any ManagedPropertyWrapper }
      guard isManaged else { return false }
      mirror = current.superclassMirror
    }
    return true
  }
}
