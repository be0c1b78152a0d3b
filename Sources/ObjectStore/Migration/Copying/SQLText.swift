/// SQL with its parameters, in order.
struct SQLText: Hashable, ExpressibleByStringInterpolation {
  var text: String
  var parameters: [SQLParameter] = []

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation interpolation: StringInterpolation) {
    text = interpolation.text
    parameters = interpolation.parameters
  }

  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    var parameters: [SQLParameter] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ name: String) { text += name }

    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }

    mutating func appendInterpolation(_ part: SQLText) {
      text += part.text
      parameters += part.parameters
    }

    mutating func appendInterpolation(_ value: SQLParameter) {
      text += "?"
      parameters.append(value)
    }
  }
}

extension [SQLText] {
  func joined(separator: String) -> SQLText {
    var result: SQLText = ""
    for (index, part) in enumerated() {
      result.text += (index == 0 ? "" : separator) + part.text
      result.parameters += part.parameters
    }
    return result
  }
}
