import ObjectModel
import ObjectStore

/// Entering a context.
extension ManagedObject {
  /// Becomes a new object with the attributes that it has; its relationships, which led to objects of
  /// no context or of another one, lead nowhere.
  final func becomeNew(_ newBinding: EntityBinding) {
    let (values, before) = (row, layout)
    binding = newBinding
    var own = layout.template.copy(extraBytes: 96)
    if let values {
      for property in layout.properties where property.attribute != nil {
        guard let known = before.property(property.name), known.kind == property.kind else {
          continue
        }
        own = own.setting(values.value(of: known), for: property, layout: layout)
      }
    }
    row = own
    snapshot = nil
    differingMask = 0
    toManys = nil
    key = ManagedObjectID.nextTemporaryReference()
    state = [.inserted, .ownsRow]
  }

  /// Whether this class is that one or inherits from it.
  static func isSubclass(of other: ManagedObject.Type) -> Bool {
    var current: AnyClass? = self
    while let known = current {
      if known == other { return true }
      current = _getSuperclass(known)
    }
    return false
  }
}
