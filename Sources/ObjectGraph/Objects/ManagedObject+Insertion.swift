import ObjectModel
import ObjectStore

/// Inserting an object into a context.
extension ManagedObject {
  /// Becomes a new object with its current attributes; its relationships, whose destinations are in
  /// no context or another one, are cleared.
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
    let given = changedMask
    becomeUnattached(row: own)
    changedMask = given
    key = ManagedObjectID.nextTemporaryReference()
  }

  /// Whether this class is the given one or inherits from it.
  static func isSubclass(of other: ManagedObject.Type) -> Bool {
    sequence(first: self as AnyClass) { _getSuperclass($0) }.contains { $0 == other }
  }
}
