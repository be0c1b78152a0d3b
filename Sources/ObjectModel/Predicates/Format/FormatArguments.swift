import Foundation

/// The arguments of a format string, taken from left to right and checked against their specifiers.
struct FormatArguments {
  private let values: [Any?]

  /// The specifiers of the arguments taken so far, without the percent signs.
  private(set) var specifiers: [String] = []
  private var next: Int { specifiers.count }

  init(_ values: [Any?]) {
    self.values = values
  }

  /// The number of unused arguments.
  var surplus: Int { values.count - next }

  /// Whether the last argument taken is a range.
  var lastWasRange: Bool { next > 0 && values[next - 1] is ClosedRange<Int> }

  /// The number of arguments.
  var count: Int { values.count }

  /// The expression for `%` and the specifier.
  mutating func take(_ specifier: String) throws -> ExpressionNode {
    let argument = try nextArgument(specifier)
    // The common case, except for characters, which are compared by canonical equivalence.
    if specifier == "@", let argument, let plain = AttributeValue.plain(argument) {
      return .constant(plain)
    }
    switch specifier.last {
    case "K":
      return try Self.keyPath(keyPathText(argument, specifier))
    case "@":
      // Casting a list to a class would bridge it, so check the type first.
      guard let argument, type(of: argument) is AnyClass,
        let expression = argument as? FetchExpression
      else {
        return .constant(try Self.value(of: argument))
      }
      if let defect = expression.defect { throw defect }
      return expression.node
    case "d", "i", "u", "o", "x", "X": return .constant(try integer(argument, specifier))
    case "s", "S", "c", "C": return .constant(.string(try text(argument, specifier)))
    default: return .constant(try double(argument, specifier))
    }
  }

  /// The keys for a `%K` after a point, including a collection operator.
  mutating func takeKeys() throws -> KeyPathParts {
    try Self.parts(ofKeyPath: keyPathText(try nextArgument("K"), "K"))
  }

  private mutating func nextArgument(_ specifier: String) throws -> Any? {
    guard next < values.count else {
      throw ObjectGraphError(
        .invalidArgument,
        "there is no argument for \"%\(specifier)\": the format has more than \(values.count)",
        repair: "give one argument for each %")
    }
    specifiers.append(specifier)
    return values[next - 1]
  }

  private func keyPathText(_ argument: Any?, _ specifier: String) throws -> String {
    guard let text = argument as? String else {
      throw unfit(argument, for: specifier, "a String with a key path")
    }
    return text
  }

  /// A string as for `%@`; for `%c`, a single character.
  private func text(_ argument: Any?, _ specifier: String) throws -> String {
    let isCharacter = specifier.last == "c" || specifier.last == "C"
    if let character = argument as? Character { return String(character) }
    guard case .string(let text) = try Self.value(of: argument),
      !isCharacter || text.count == 1
    else { throw unfit(argument, for: specifier, isCharacter ? "a single character" : "text") }
    return text
  }

  private func integer(_ argument: Any?, _ specifier: String) throws -> AttributeValue {
    guard let number = try Self.value(of: argument).asInteger else {
      throw unfit(argument, for: specifier, "an integer")
    }
    guard number >= 0 || specifier.last != "u" else {
      throw unfit(argument, for: specifier, "an integer that is not negative")
    }
    return .integer(number)
  }

  private func double(_ argument: Any?, _ specifier: String) throws -> AttributeValue {
    switch try Self.value(of: argument) {
    case .double(let number): return .double(number)
    case .integer(let number): return .double(Double(number))
    case .decimal(let number): return .decimal(number)
    default: throw unfit(argument, for: specifier, "a number")
    }
  }

  private func unfit(
    _ argument: Any?, for specifier: String, _ expected: String
  ) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "\"%\(specifier)\" needs \(expected), found \(Self.typeName(argument))",
      repair: "%@ takes any value, %K a key path", value: AttributeValue(argument))
  }

  /// The value of an argument for `%@`; objects are replaced by their IDs.
  static func value(of argument: Any?) throws(ObjectGraphError) -> AttributeValue {
    if let argument, let plain = AttributeValue.plain(argument) { return plain }
    if let argument, argument is any RangeExpression, !(argument is ClosedRange<Int>) {
      throw ObjectGraphError(
        .invalidArgument, "\(typeName(argument)) cannot be a value of a predicate",
        repair: "pass a closed range of Int, such as 1...5, or an array")
    }
    guard let value = AttributeValue(argument) else {
      // Checked last, because casting a list to a class would bridge it.
      if let entity = argument as? EntityDescription { return .string(entity.name ?? "") }
      throw ObjectGraphError(
        .invalidArgument, "\(typeName(argument)) cannot be a value of a predicate",
        repair:
          "pass a number of at most 64 bits, text, a date, data, a UUID, a URL, an object, its ID, "
          + "or an array or a set of those")
    }
    if case .list(let elements) = value {
      for case .list in elements {
        throw ObjectGraphError(.invalidArgument, "a list in a predicate cannot hold a list")
      }
    }
    return value
  }

  /// A key path: keys joined by dots, with at most one collection operator.
  struct KeyPathParts {
    var keys: [String] = []
    var symbol: AggregateFunction?
    /// The keys after the operator.
    var behind: [String] = []
  }

  /// - Throws: `invalidArgument` if the text is not a key path.
  private static func parts(ofKeyPath text: String) throws(ObjectGraphError) -> KeyPathParts {
    if FormatLexer.isName(text) { return KeyPathParts(keys: [text]) }
    let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var parts = KeyPathParts(keys: keys)
    if let place = keys.firstIndex(where: { $0.hasPrefix("@") }) {
      parts = KeyPathParts(
        keys: Array(keys[..<place]), symbol: try AggregateFunction(named: keys[place]),
        behind: Array(keys[(place + 1)...]))
    }
    guard (parts.keys + parts.behind).allSatisfy(FormatLexer.isName),
      !parts.keys.isEmpty || parts.symbol != nil
    else {
      throw ObjectGraphError(
        .invalidArgument, "\"\(text)\" is not a key path",
        repair: "join names with dots; the path can include one collection operator")
    }
    return parts
  }

  /// The expression of a key path, which may begin with `SELF`.
  static func keyPath(_ text: String) throws(ObjectGraphError) -> ExpressionNode {
    let parts = try parts(ofKeyPath: text)
    var keys = parts.keys
    let behind = parts.behind
    if keys.first?.uppercased() == "SELF" { keys.removeFirst() }
    guard let symbol = parts.symbol else { return .keyPath(keys) }
    // `@sum.stays.nights`.
    if parts.keys.isEmpty, !behind.isEmpty {
      return .collection(symbol, of: .keyPath(behind), then: [])
    }
    guard !keys.isEmpty, symbol != .count || behind.isEmpty else {
      throw ObjectGraphError(
        .invalidArgument, "\"\(text)\" has no collection before \(symbol.operatorName)",
        repair: "name a to-many relationship, and an attribute unless it is counted")
    }
    return .collection(symbol, of: .keyPath(keys), then: behind)
  }

  private static func typeName(_ argument: Any?) -> String {
    guard let argument else { return "nil" }
    if let optional = argument as? any OptionalValue { return typeName(optional.erasedValue) }
    return "a value of type \(type(of: argument))"
  }
}
