/// What an evaluation without a model works on.
enum PlainValue {
  case value(AttributeValue)
  case object(any KeyedValues)
  case dictionary([String: Any?])
  case list([PlainValue])
  /// Something that can be handed on, but neither compared nor asked.
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

  /// The value as an attribute's; an object is its ID, and what is neither is nil.
  var attributeValue: AttributeValue? {
    switch self {
    case .value(let value): value
    case .object(let object): (object as? any ObjectIdentifiable).map { .objectID($0.objectID) }
    case .dictionary, .list, .opaque: nil
    }
  }

  /// The elements of a list; those of lists in it one after another, without the nils beside them,
  /// as a path over several collections leads to them.
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

  /// The elements of what has to be a list; nil for nil.
  ///
  /// - Throws: `invalidArgument` with the message for anything else.
  func list(orThrow message: String, repair: String) throws -> [PlainValue]? {
    if case .value(.null) = self { return nil }
    guard let elements else { throw ObjectGraphError(.invalidArgument, message, repair: repair) }
    return elements
  }

  /// The value as operators compare it. What is no value is equal to nothing and has no order, as a
  /// list in a list.
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

  /// Whether it is a list of lists.
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

  /// The value under a key; of a list the list of its elements' values.
  ///
  /// - Throws: `invalidArgument` when there is nothing under keys.
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
        .invalidArgument, "a value without keys was asked for \"\(key)\"",
        repair: "evaluate with a managed object or a dictionary", key: key)
    }
  }
}
