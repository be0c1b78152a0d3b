/// A value in an evaluation without a model.
enum PlainValue {
  case value(AttributeValue)
  case object(any KeyedValues)
  case dictionary([String: Any?])
  case list([PlainValue])
  /// A value that can be passed on, but neither compared nor queried.
  case opaque(Any)

  init(_ any: Any?) {
    switch any {
    case nil: self = .value(.null)
    case let plain as PlainValue: self = plain
    case let object as any KeyedValues: self = .object(object)
    case let dictionary as [String: Any?]: self = .dictionary(dictionary)
    case let dictionary as [String: Any]: self = .dictionary(dictionary)
    case let text as String: self = .value(.string(text))
    case let any?:
      if let optional = any as? any OptionalValue {
        self = PlainValue(optional.erasedValue)
      } else if let value = AttributeValue(any), !value.isList {
        self = .value(value)
      } else if let set = any as? Set<AnyHashable> {
        self = .list(set.map { PlainValue($0.base) })
      } else if let collection = any as? any Collection {
        self = .list(collection.map { PlainValue($0 as Any) })
      } else {
        self = .opaque(any)
      }
    }
  }

  /// The value as an attribute value; for an object, its ID; nil for anything else.
  var attributeValue: AttributeValue? {
    switch self {
    case .value(let value): value
    case .object(let object): (object as? any ObjectIdentifiable).map { .objectID($0.objectID) }
    case .dictionary, .list, .opaque: nil
    }
  }

  /// The elements of a list. Nested lists are flattened, without nils, as for a path through
  /// several collections.
  var elements: [PlainValue]? {
    switch self {
    case .list(let elements):
      guard elements.contains(where: \.isList) else { return elements }
      return elements.filter { if case .value(.null) = $0 { false } else { true } }
        .flatMap { $0.elements ?? [$0] }
    case .value(.list(let values)): return values.map { .value($0) }
    default: return nil
    }
  }

  /// The elements of a value that must be a list; nil for nil.
  ///
  /// - Throws: `invalidArgument` with the message for any other value.
  func list(orThrow message: String, repair: String) throws -> [PlainValue]? {
    if case .value(.null) = self { return nil }
    guard let elements else { throw ObjectGraphError(.invalidArgument, message, repair: repair) }
    return elements
  }

  /// The value in comparable form. An opaque value, like a nested list, equals nothing and has no
  /// order.
  var comparable: AttributeValue {
    if let elements { return .list(elements.map(\.comparable)) }
    return attributeValue ?? .list([])
  }

  var isList: Bool {
    switch self {
    case .list, .value(.list): true
    default: false
    }
  }

  /// Whether the value is a list of lists.
  var isNested: Bool {
    if case .list(let elements) = self { elements.contains(where: \.isList) } else { false }
  }

  var anyValue: Any? {
    switch self {
    case .value(let value): value.anyValue
    case .object(let object): object
    case .dictionary(let dictionary): dictionary
    case .list(let elements): elements.map(\.anyValue)
    case .opaque(let any): any
    }
  }

  /// The value for a key; for a list, the list of its elements' values.
  ///
  /// - Throws: `invalidArgument` if the value has no keys.
  func value(forKey key: String) throws -> PlainValue {
    switch self {
    case .dictionary(let dictionary): return PlainValue(dictionary[key] ?? nil)
    case .object(let object): return PlainValue(try object.predicateValue(forKey: key))
    case .list(let elements): return .list(try elements.map { try $0.value(forKey: key) })
    case .value(.null): return self
    case .value(.string(let text)) where key == "length":
      return .value(.integer(Int64(text.utf16.count)))
    case .value, .opaque:
      throw ObjectGraphError(
        .invalidArgument, "the key \"\(key)\" was requested from a value without keys",
        repair: "evaluate with a managed object or a dictionary", key: key)
    }
  }
}
