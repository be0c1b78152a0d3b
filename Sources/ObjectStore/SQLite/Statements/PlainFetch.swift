import ObjectModel

/// A fetch that its predicate's form tells from others, but for its constants: the kind that programs
/// repeat most, and whose statement is found without the words of a `FetchShape`.
struct PlainFetch {
  struct Key: Equatable {
    fileprivate let form: ObjectIdentifier
    fileprivate let isWindow: Bool
    /// That of the one object among the constants.
    fileprivate let entity: ObjectIdentifier?
  }

  let key: Key

  /// The constants in the order of their parameters.
  let bindings: [SQLParameter]
}

extension FetchPlan {
  /// The fetch as its form tells it from others; nil where more must be looked at.
  ///
  /// - Parameter identity: that of the store that is asked.
  func plainFetch(_ identity: StoreIdentity) -> PlainFetch? {
    guard let form, sorts.isEmpty else { return nil }
    var entity: ObjectIdentifier?
    var bindings: [SQLParameter] = []
    bindings.reserveCapacity(form.constants.count + 2)
    for constant in form.constants {
      if case .objectID(let id) = constant {
        guard entity == nil, !id.isTemporaryID, id.store === identity else { return nil }
        entity = ObjectIdentifier(id.entity)
      }
      guard let binding = SQLParameter(constant) else { return nil }
      bindings.append(binding)
    }
    bindings += FetchShape.windowBindings(of: self)
    return PlainFetch(
      key: .init(form: ObjectIdentifier(form.identity), isWindow: hasWindow, entity: entity),
      bindings: bindings)
  }
}
