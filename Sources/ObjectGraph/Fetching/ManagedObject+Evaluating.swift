import ObjectModel

/// A managed object can be what a predicate or an expression is evaluated with.
extension ManagedObject: KeyedValues {
  package var predicateSubject: any PredicateSubject {
    // A predicate knows the objects that a parent saved by their permanent IDs.
    contextReference?.catchUpWithParent()
    return ObjectSubject(object: self)
  }

  package func predicateValue(forKey key: String) throws -> Any? { try value(forKey: key) }
}
