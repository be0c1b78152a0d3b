import Foundation

/// The arguments of a format string, handed out from left to right and checked against their `%`.
struct FormatArguments {
  private let values: [Any?]
  private var next = 0

  init(_ values: [Any?]) {
    self.values = values
  }

  /// How many arguments are left over.
  var surplus: Int { values.count - next }

  /// Whether the argument that was taken last is a range.
  var lastWasRange: Bool { next > 0 && values[next - 1] is ClosedRange<Int> }

  /// How many were given.
  var count: Int { values.count }

  /// The expression that stands for `%` and the specifier.
  mutating func take(_ specifier: String) throws(ObjectGraphError) -> ExpressionNode {
    guard next < values.count else {
      throw ObjectGraphError(
        .invalidArgument,
        "there is no argument for \"%\(specifier)\", the format has more than \(values.count)",
        repair: "give one argument for each %")
    }
    let argument = values[next]
    next += 1
    switch specifier.last {
    case "K":
      guard let text = argument as? String else {
        throw unfit(argument, for: specifier, "a String with a key path")
      }
      return try Self.keyPath(text)
    case "@": return .constant(try Self.value(of: argument))
    case "d", "i", "u", "x", "X": return .constant(try integer(argument, specifier))
    default: return .constant(try double(argument, specifier))
    }
  }

  private func integer(
    _ argument: Any?, _ specifier: String
  ) throws(ObjectGraphError) -> AttributeValue {
    switch try Self.value(of: argument) {
    case .integer(let number):
      if specifier.last == "u", number < 0 {
        throw unfit(argument, for: specifier, "an integer that is not negative")
      }
      return .integer(number)
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    default: throw unfit(argument, for: specifier, "an integer")
    }
  }

  private func double(
    _ argument: Any?, _ specifier: String
  ) throws(ObjectGraphError) -> AttributeValue {
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

  /// The value of an argument of `%@`; objects become their IDs.
  static func value(of argument: Any?) throws(ObjectGraphError) -> AttributeValue {
    if let argument, argument is any RangeExpression, !(argument is ClosedRange<Int>) {
      throw ObjectGraphError(
        .invalidArgument, "\(typeName(argument)) cannot be a value of a predicate",
        repair: "pass a closed range of Int, such as 1...5, or an array")
    }
    guard let value = AttributeValue(argument) else {
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

  /// The expression of a key path: keys joined by dots, `SELF` first, `@count` last.
  static func keyPath(_ text: String) throws(ObjectGraphError) -> ExpressionNode {
    var keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let counts = keys.count > 1 && keys.last == "@count"
    if counts { keys.removeLast() }
    guard keys.allSatisfy(FormatLexer.isName) else {
      throw ObjectGraphError(
        .invalidArgument, "\"\(text)\" is no key path",
        repair: "join names by dots; of the collection operators only @count, at the end, is known")
    }
    if keys[0].uppercased() == "SELF" { keys.removeFirst() }
    if keys.isEmpty {
      if counts { throw countsNothing(text) }
      return .selfObject
    }
    return counts ? .collection(.count, of: .keyPath(keys), then: []) : .keyPath(keys)
  }

  private static func countsNothing(_ text: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "\"\(text)\" counts nothing", repair: "name a to-many relationship")
  }

  private static func typeName(_ argument: Any?) -> String {
    guard let argument else { return "nil" }
    if let optional = argument as? any OptionalValue {
      return typeName(optional.erasedValue)
    }
    return "a value of type \(type(of: argument))"
  }
}
