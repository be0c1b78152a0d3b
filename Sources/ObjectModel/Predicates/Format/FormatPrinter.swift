/// Prints syntax trees in the format language.
enum FormatPrinter {
  static func text(of node: PredicateNode) -> String {
    switch node.kind {
    case .literal(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .block: "BLOCKPREDICATE"
    case .and(let children): children.map(nested).joined(separator: " AND ")
    case .or(let children): children.map(nested).joined(separator: " OR ")
    case .not(let child): "NOT \(nested(child))"
    case .comparison(let comparison): text(of: comparison)
    }
  }

  static func text(of node: ExpressionNode) -> String {
    switch node.kind {
    case .constant(let value): text(of: value)
    case .keyPath(let keys): text(of: keys)
    case .variable(let name): "$\(name)"
    case .aggregate(let elements): "{\(elements.map(text).joined(separator: ", "))}"
    // In parentheses, so that the minus sign is not read as part of a number.
    case .function(.negate, let operands): "-(\(operands.map(text).joined()))"
    case .function(let function, let arguments):
      if let symbol = function.symbol {
        arguments.enumerated().map { operand($1, of: function, isRight: $0 > 0) }
          .joined(separator: " \(symbol) ")
      } else {
        "\(function.rawValue)(\(arguments.map(text).joined(separator: ", ")))"
      }
    case .message(let receiver, let name, let arguments):
      "FUNCTION(\(([text(of: receiver), quoted(name)] + arguments.map(text)).joined(separator: ", ")))"
    case .collection(let symbol, let collection, let keys):
      ([text(of: collection), symbol.operatorName] + keys).joined(separator: ".")
    case .subquery(let node): text(of: node)
    case .ternary(let condition, let one, let other):
      "TERNARY(\(text(of: condition)), \(text(of: one)), \(text(of: other)))"
    case .cast(let operand, let type): "CAST(\(text(of: operand)), \(quoted(type.rawValue)))"
    case .fetch(let node): text(of: node)
    case .fetchOperand(.request(let request)): "<\(text(of: request))>"
    case .fetchOperand(.context(let context)): "<the context on \(context.fetcher.label)>"
    }
  }

  private static func text(of node: FetchNode) -> String {
    "FETCH(\(text(of: node.request)), \(text(of: node.context)), \(node.isCountOnly ? "YES" : "NO"))"
  }

  private static func text(of request: StatedRequest) -> String {
    let description = request.description
    var text = request.name
    if let properties = description.propertiesToFetch, !properties.isEmpty {
      text = "\(properties.map(\.key).joined(separator: ", ")) of \(text)"
    }
    if let predicate = description.predicate { text += " where \(predicate.predicateFormat)" }
    if description.fetchLimit > 0 { text += ", at most \(description.fetchLimit)" }
    return text
  }

  private static func text(of node: SubqueryNode) -> String {
    let call =
      "SUBQUERY(\(text(of: node.collection)), $\(node.variable), \(text(of: node.predicate)))"
    return ([call] + node.path).joined(separator: ".")
  }

  private static func nested(_ node: PredicateNode) -> String {
    switch node.kind {
    case .and, .or: "(\(text(of: node)))"
    default: text(of: node)
    }
  }

  private static func text(of node: ComparisonNode) -> String {
    let modifier =
      switch node.modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      case .none: "NONE "
      }
    return "\(modifier)\(text(of: node.left)) \(node.operator.spelling)\(node.options.brackets) "
      + text(of: node.right)
  }

  private static func operand(
    _ node: ExpressionNode, of parent: PredicateFunction, isRight: Bool
  ) -> String {
    guard case .function(let function, _) = node.kind, function.symbol != nil else {
      return text(of: node)
    }
    let (inner, outer) = (
      FormatParser.Infix.function(function).precedence,
      FormatParser.Infix.function(parent).precedence
    )
    let groupsThere = isRight == (parent == .power)
    let isBare = inner > outer || (inner == outer && groupsThere)
    return isBare ? text(of: node) : "(\(text(of: node)))"
  }

  private static func text(of keys: [String]) -> String {
    guard let first = keys.first else { return "SELF" }
    let isKeyword = FormatToken.keywords.contains(first.uppercased())
    return (isKeyword ? "#" : "") + keys.joined(separator: ".")
  }

  private static func text(of value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .integer(let number): String(number)
    case .boolean(let flag): String(flag)
    case .double(let number):
      number.isFinite ? String(number) : cast(String(number), .double)
    case .decimal(let number): cast(number.description, .decimal)
    case .string(let string): quoted(string)
    case .date(let date):
      DateLiteral.text(of: date) ?? cast(String(date.timeIntervalSinceReferenceDate), .date)
    case .data(let data): cast(data.base64EncodedString(), .data)
    case .uuid(let uuid): cast(uuid.uuidString, .uuid)
    case .uri(let url): cast(url.absoluteString, .uri)
    case .objectID(let id): "CAST(\(quoted(id.uriRepresentation().absoluteString)), \"objectID\")"
    case .list(let values): "{\(values.map(text).joined(separator: ", "))}"
    }
  }

  private static func cast(_ content: String, _ type: CastLiteral) -> String {
    "CAST(\(quoted(content)), \(quoted(type.rawValue)))"
  }

  private static func quoted(_ string: String) -> String {
    let parts = string.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x22, 0x5C: "\\\(scalar)"
      case 0..<0x20, 0x7F: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(parts.joined())\""
  }
}
