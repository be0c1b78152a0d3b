/// Values in a model for an attribute: its default value and bounds.
extension AttributeValue {
  /// The value in the stored form of an attribute type, or nil if it cannot be represented exactly.
  package func kept(as type: AttributeType) -> AttributeValue? {
    if case .data = self, type == .transformable { return self }
    guard let converted = converted(to: type) else { return nil }
    switch (converted, type) {
    case (.integer(let number), .integer16): return Int16(exactly: number).map { _ in converted }
    case (.integer(let number), .integer32): return Int32(exactly: number).map { _ in converted }
    case (.null, _), (.integer, .integer64), (.boolean, .boolean), (.double, .double),
      (.double, .float), (.decimal, .decimal), (.string, .string), (.date, .date),
      (.data, .binaryData), (.uuid, .uuid), (.uri, .uri):
      return converted
    default: return nil
    }
  }

  /// The value as a bound for an attribute type, for a string as its length; nil if the type does
  /// not have such bounds.
  func bound(of type: AttributeType) -> AttributeValue? {
    switch (self, type.family) {
    case (.integer, .text), (.double, .text), (.decimal, .text), (.date, .date): self
    case (.integer, .number), (.double, .number), (.decimal, .number): converted(to: type)
    default: nil
    }
  }
}
