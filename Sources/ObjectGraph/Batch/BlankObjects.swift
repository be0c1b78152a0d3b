import ObjectModel
import ObjectStore

/// The objects that the handler of a batch insertion fills, one after the other.
///
/// One is made new of the one before where nobody can tell: where the handler has kept no reference
/// to it, and where its class has nothing but `@Managed` properties, which all have their defaults
/// again.
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
  /// Makes the object, which is in no context and owns its row, as new.
  fileprivate final func becomeBlank() {
    key = ManagedObjectID.nextTemporaryReference()
    row?.reset(to: layout.template)
    row?.identify(key: key, version: 0)
    forgetChangedValues()
    toManys = nil
    state = [.inserted, .ownsRow]
  }
}

extension EntityBinding {
  /// Whether an object has no state beside its row.
  fileprivate var isAllManaged: Bool {
    guard layout.transients.isEmpty else { return false }
    var mirror: Mirror? = Mirror(reflecting: objectClass.init(ManagedObjectSeed.detached))
    while let current = mirror, current.subjectType != ManagedObject.self {
      guard current.children.allSatisfy({ $0.value is any ManagedProperty }) else { return false }
      mirror = current.superclassMirror
    }
    return true
  }
}
