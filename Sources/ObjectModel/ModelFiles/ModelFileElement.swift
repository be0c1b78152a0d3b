/// An element of a model file, with its position.
struct ModelFileElement {
  let name: String
  let attributes: [String: String]

  /// Formats errors in the file.
  let errors: ModelFileError

  /// The position at which the element's start tag ends, counted from one.
  let line: Int
  let column: Int

  var children: [ModelFileElement] = []

  /// The text between the children; empty in a file whose form has no text.
  var content = ""

  subscript(_ key: String) -> String? { attributes[key] }

  /// The direct children with a name.
  func children(named name: String) -> [ModelFileElement] { children.filter { $0.name == name } }

  /// The element as it appears in the file: its tag and its name.
  var label: String {
    let named = ["name", "value", "property"].lazy.compactMap { key in
      attributes[key].map { " \(key)=\"\($0)\"" }
    }.first
    return "<\(name)\(named ?? "")>"
  }

  /// The error for a well-formed but invalid model.
  func wrong(_ message: String, repair: String, entity: String? = nil) -> ObjectGraphError {
    let isProperty = ["attribute", "relationship", "fetchedProperty"].contains(name)
    return ObjectGraphError(
      .persistentStoreIncompatibleSchema, "\(errors.path):\(line):\(column): \(label) \(message)",
      repair: repair, entityName: entity, key: isProperty ? self["name"] : nil,
      details: errors.details(line: line, column: column))
  }

  /// The error for an element with an unexpected form.
  func damaged(_ message: String, repair: String? = nil) -> ObjectGraphError {
    errors.damaged("\(label) \(message)", repair: repair, line: line, column: column)
  }
}

/// Reading the attributes of an element.
extension ModelFileElement {
  /// The text of an attribute; an empty one counts as missing, because Xcode leaves cleared fields
  /// empty.
  func text(_ key: String) -> String? { self[key].flatMap { $0.isEmpty ? nil : $0 } }

  /// The element's required name.
  func ownName() throws -> String {
    guard let name = text("name") else { throw wrong("has no name", repair: "give it one") }
    return name
  }

  func flag(_ key: String, else standard: Bool = false) throws -> Bool {
    switch self[key] {
    case nil: return standard
    case "NO", "false", "0": return false
    case "YES", "true", "1": return true
    case let text?:
      throw wrong("has \(key)=\"\(text)\", which is neither YES nor NO", repair: "write YES or NO")
    }
  }

  /// A nonnegative number; nil if it is missing.
  func count(_ key: String) throws -> Int? {
    guard let text = self[key] else { return nil }
    guard let count = Int(text), (0...Int(Int32.max)).contains(count) else {
      throw wrong(
        "has \(key)=\"\(text)\", which is not a count", repair: "write a whole number, 0 or greater"
      )
    }
    return count
  }

  /// A value given by its name in model files.
  func choice<Value>(
    _ key: String, among values: [String: Value], else standard: String
  ) throws -> Value {
    let name = self[key] ?? standard
    guard let value = values[name] else {
      throw wrong(
        "has the unknown \(key) \(name)",
        repair: "write one of \(values.keys.sorted().joined(separator: ", "))")
    }
    return value
  }

  /// Parses an attribute's text in the format language; nil if there is none.
  func parsed<Value>(_ key: String, _ parse: (String) throws -> Value) throws -> Value? {
    guard let text = text(key) else { return nil }
    do {
      return try parse(text)
    } catch let error as ObjectGraphError {
      throw wrong(
        "has the \(key) \"\(text)\", which cannot be read: \(error.message)",
        repair: error.repair ?? "mend \(key)")
    }
  }

  /// The entries of the element's `userInfo`.
  func userInfo() throws -> [String: String] {
    var result: [String: String] = [:]
    for entry in children(named: "userInfo").flatMap(\.children) {
      guard let key = entry["key"] else { throw entry.wrong("has no key", repair: "give it one") }
      result[key] = entry["value"] ?? ""
    }
    return result
  }
}

extension [ModelFileElement] {
  /// The names of sibling elements, which must differ.
  func names() throws -> [String] {
    var taken: Set<String> = []
    return try map { element in
      let name = try element.ownName()
      guard taken.insert(name).inserted else {
        throw element.wrong("has a duplicate name", repair: "rename one of the two")
      }
      return name
    }
  }
}
