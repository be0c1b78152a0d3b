extension AttributeType {
  /// Types whose values are comparable.
  enum Family: Hashable {
    case number
    case text
    case date
    case data
    case uuid
    case uri
    case object
    /// Comparable only with nil: the value of a transformer or composite.
    case opaque
    /// Of undefined type: comparable with anything.
    case any
  }

  /// The type's properties for predicates and archives: its family, its name in a sentence, advice
  /// on how to write a value, and Core Data's name for the class of its values.
  private var traits: (family: Family, phrase: String, spelling: String?, className: String?) {
    let number = "write a number without quotes"
    return switch self {
    case .integer16, .integer32, .integer64: (.number, "an integer", number, "NSNumber")
    case .decimal: (.number, "a decimal number", number, "NSDecimalNumber")
    case .double, .float: (.number, "a number", number, "NSNumber")
    case .boolean: (.number, "true or false", "write true or false", "NSNumber")
    case .string: (.text, "text", "put text in quotes", "NSString")
    case .date:
      (
        .date, "a date", "write a date as 2026-07-01, without quotes, or pass a Date for %@",
        "NSDate"
      )
    case .binaryData: (.data, "data", "pass Data for %@", "NSData")
    case .uuid:
      (.uuid, "a UUID", "pass a UUID for %@, or its 36 characters in quotes", "NSUUID")
    case .uri: (.uri, "a URI", "pass a URL for %@, or its text in quotes", "NSURL")
    case .objectID: (.object, "an object", "pass the object or its ID for %@", nil)
    case .transformable: (.opaque, "a transformed value", nil, nil)
    case .composite: (.opaque, "a composite", nil, nil)
    case .undefined: (.any, "of undefined type", nil, nil)
    }
  }

  var family: Family { traits.family }

  /// Whether the values are numbers; Booleans are, too.
  package var isNumber: Bool { family == .number }

  /// The type's name in a sentence.
  var phrase: String { traits.phrase }

  /// Advice on how to write a value of the type.
  var spelling: String? { traits.spelling }

  /// Core Data's name for the class of the values.
  var valueClassName: String? { traits.className }

  /// The type of number that can hold values of all the types.
  static func number(holding types: [AttributeType]) -> AttributeType {
    if types.contains(where: { $0 == .double || $0 == .float }) { return .double }
    return types.contains(.decimal) ? .decimal : .integer64
  }
}
