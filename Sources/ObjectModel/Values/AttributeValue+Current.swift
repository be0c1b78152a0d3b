extension AttributeValue {
  /// The value with the permanent IDs of objects that were saved since it was made.
  var current: AttributeValue {
    switch self {
    case .objectID(let id): .objectID(id.current)
    case .list(let values) where values.contains(where: \.isUnsavedObject):
      .list(values.map(\.current))
    default: self
    }
  }

  /// Whether it is an object that had no permanent ID when the value was made.
  var isUnsavedObject: Bool { if case .objectID(let id) = self { id.isTemporaryID } else { false } }
}
