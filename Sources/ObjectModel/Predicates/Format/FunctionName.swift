/// The functions that names refer to.
enum FunctionName {
  /// Functions by lower-case name, with and without colons; operators only with them.
  private static let functions: [String: PredicateFunction] = {
    var functions: [String: PredicateFunction] = [
      "mod": .modulus, "avg": .average, "avg:": .average,
    ]
    for function in PredicateFunction.allCases {
      functions[function.rawValue.lowercased()] = function
      if function.symbol == nil { functions[function.plainName.lowercased()] = function }
    }
    return functions
  }()

  /// Creates a function call.
  ///
  /// - Throws: `invalidArgument` for an unknown name or the wrong number of arguments.
  static func node(_ name: String, _ arguments: [ExpressionNode]) throws -> ExpressionNode {
    let key = name.lowercased()
    if key == "castobject:totype:" {
      try check(name, arguments.count, takes: 2...2)
      guard case .constant(.string(let type)) = arguments[1].kind else {
        throw ObjectGraphError(
          .invalidArgument, "castObject:toType: needs the name of a type in quotes",
          repair: types)
      }
      return try cast(arguments[0], to: type)
    }
    guard let function = functions[key] ?? functions[key + ":"] else { throw unknown(name) }
    try check(name, arguments.count, takes: function.argumentCount)
    return .function(function, arguments)
  }

  /// Whether a name, including its colons, is a function's.
  static func isKnown(_ name: String) -> Bool {
    let key = name.lowercased()
    return functions[key] != nil || functions[key + ":"] != nil || key == "castobject:totype:"
  }

  /// Creates a cast; a string literal is converted immediately.
  ///
  /// - Throws: `invalidArgument` for an unknown type, a string that is not a value of the type, and
  ///   anything but a string for a type that only constants can have.
  static func cast(_ operand: ExpressionNode, to name: String) throws -> ExpressionNode {
    let spelling = aliases[name] ?? name
    if let literal = CastLiteral(rawValue: spelling),
      case .constant(.string(let text)) = operand.kind
    {
      guard let value = literal.value(of: text) else {
        throw ObjectGraphError(.invalidArgument, "\"\(text)\" is not a valid \(name)")
      }
      return .constant(value)
    }
    if let type = CastType(rawValue: spelling) { return .cast(operand, type) }
    if CastLiteral(rawValue: spelling) != nil {
      throw ObjectGraphError(
        .invalidArgument, "only text in quotes can be cast to \(name)", repair: types)
    }
    let known = Set(CastType.allCases.map(\.rawValue) + CastLiteral.allCases.map(\.rawValue))
    throw ObjectGraphError(
      .invalidArgument, "the type \"\(name)\" is not known",
      repair: NearestName.suggestion(for: name, among: known.sorted()) ?? types)
  }

  private static let types =
    "cast to one of "
    + CastType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// Swift's names for the types.
  private static let aliases = [
    "Date": "NSDate", "Double": "NSNumber", "Decimal": "NSDecimalNumber", "String": "NSString",
    "UUID": "NSUUID", "URL": "NSURL", "Data": "NSData",
  ]

  private static func unknown(_ name: String) -> ObjectGraphError {
    let isSelector = name.contains(":")
    let named = PredicateFunction.allCases.filter { !$0.isArithmetic }.map(\.plainName)
    let known =
      isSelector
      ? PredicateFunction.allCases.filter { $0 != .negate }.map(\.rawValue)
      : named + ["SUBQUERY", "TERNARY", "CAST", "FUNCTION"]
    return ObjectGraphError(
      .invalidArgument, "the function \(name) is not known",
      repair: ForeignFunctionName.repair(for: name, isSelector: isSelector)
        ?? NearestName.suggestion(for: name, among: known.sorted())
        ?? "compare a key path, a value or a call of one of \(named.joined(separator: ", "))")
  }

  private static func check(_ name: String, _ count: Int, takes range: ClosedRange<Int>) throws {
    guard !range.contains(count) else { return }
    let limit = count < range.lowerBound ? range.lowerBound : range.upperBound
    let bound = range.count == 1 ? "" : count < limit ? "at least " : "at most "
    throw ObjectGraphError(
      .invalidArgument,
      "\(name) takes \(bound)\(limit) \(limit == 1 ? "argument" : "arguments"), found \(count)")
  }
}
