/// Writes elements as the indented XML of a model file.
struct ModelFileText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private var depth = 0

  /// Adds an element without the attributes that are nil.
  ///
  /// - Throws: what the closure throws; code 134020 for text that XML cannot hold.
  mutating func element(
    _ name: String, _ attributes: [(key: String, value: String?)],
    _ children: ((inout ModelFileText) throws -> Void)? = nil
  ) throws {
    let indent = String(repeating: "    ", count: depth)
    text += "\(indent)<\(name)"
    for (key, value) in attributes {
      if let value { text += " \(key)=\"\(try Self.escaped(value))\"" }
    }
    let start = text.utf8.count
    text += ">\n"
    let empty = text.utf8.count
    depth += 1
    try children?(&self)
    depth -= 1
    if text.utf8.count == empty {
      text.removeLast(empty - start)
      text += "/>\n"
    } else {
      text += "\(indent)</\(name)>\n"
    }
  }

  private static func escaped(_ value: String) throws -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser would turn them into spaces.
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || [0xFFFE, 0xFFFF].contains(scalar.value):
        throw ObjectGraphError(
          .persistentStoreIncompatibleSchema,
          "\"\(value)\" has a character that XML cannot hold", repair: "take the character out")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
