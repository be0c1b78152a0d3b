/// An element of a model file to be written.
struct ModelFileText {
  let name: String
  /// Nil values are omitted.
  let attributes: [(key: String, value: String?)]
  let children: [ModelFileText]

  init(
    _ name: String, _ attributes: [(key: String, value: String?)] = [],
    _ children: [ModelFileText] = []
  ) {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }

  /// The whole file, indented.
  ///
  /// - Throws: code 134020 for text that XML does not allow.
  func document() throws -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" + (try text(indent: ""))
  }

  private func text(indent: String) throws -> String {
    var start = "\(indent)<\(name)"
    for case (let key, let value?) in attributes {
      start += " \(key)=\"\(try Self.escaped(value))\""
    }
    if children.isEmpty { return start + "/>\n" }
    let inner = try children.map { try $0.text(indent: indent + "    ") }
    return "\(start)>\n\(inner.joined())\(indent)</\(name)>\n"
  }

  private static func escaped(_ value: String) throws -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser would convert these to spaces.
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || [0xFFFE, 0xFFFF].contains(scalar.value):
        throw ObjectGraphError.wrongModel(
          "\"\(value)\" has a character that XML does not allow", repair: "remove the character")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
