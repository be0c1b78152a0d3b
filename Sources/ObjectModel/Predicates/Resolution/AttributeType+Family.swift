extension AttributeType {
  /// Types whose values can be compared with each other.
  enum Family: Hashable {
    case number
    case text
    case date
    case data
    case uuid
    case uri
    case object
    /// Compared with nil alone: what a transformer or a composite holds.
    case opaque
    /// Of undefined type: compared with whatever it meets.
    case any
  }

  var family: Family {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: .number
    case .string: .text
    case .date: .date
    case .binaryData: .data
    case .uuid: .uuid
    case .uri: .uri
    case .objectID: .object
    case .transformable, .composite: .opaque
    case .undefined: .any
    }
  }

  /// The type of number that holds what any of the types holds.
  static func number(holding types: [AttributeType]) -> AttributeType {
    if types.contains(where: { $0 == .double || $0 == .float }) { return .double }
    return types.contains(.decimal) ? .decimal : .integer64
  }

  /// The type in a sentence.
  var phrase: String {
    switch self {
    case .integer16, .integer32, .integer64: "an integer"
    case .decimal: "a decimal number"
    case .double, .float: "a number"
    case .boolean: "true or false"
    case .string: "text"
    case .date: "a date"
    case .binaryData: "data"
    case .uuid: "a UUID"
    case .uri: "a URI"
    case .objectID: "an object"
    case .transformable: "a transformed value"
    case .composite: "a composite"
    case .undefined: "of undefined type"
    }
  }

  /// How a value of the type is written, as advice.
  var spelling: String? {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      "write a number without quotes"
    case .boolean: "write true or false"
    case .string: "put text in quotes"
    case .date: "write a date as 2026-07-01, without quotes, or pass a Date for %@"
    case .binaryData: "pass Data for %@"
    case .uuid: "pass a UUID for %@, or its 36 characters in quotes"
    case .uri: "pass a URL for %@, or its text in quotes"
    case .objectID: "pass the object or its ID for %@"
    case .transformable, .composite, .undefined: nil
    }
  }
}
