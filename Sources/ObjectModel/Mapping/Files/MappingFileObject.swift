import Foundation

/// An object in a mapping file, which is an XML store.
struct MappingFileObject {
  /// The kinds of objects, by entity name.
  enum Kind: String, CaseIterable {
    case model = "XDDEVMAPPINGMODEL"
    case entity = "XDDEVENTITYMAPPING"
    case attribute = "XDDEVATTRIBUTEMAPPING"
    case relationship = "XDDEVRELATIONSHIPMAPPING"

    /// The attributes that are read, and those that can be ignored: paths and copies of models.
    fileprivate var attributes: Set<String> {
      switch self {
      case .model:
        [
          "sourcemodelpath", "sourcemodeldata", "destinationmodelpath", "destinationmodeldata",
          "userinfodata",
        ]
      case .entity:
        [
          "name", "sourcename", "destinationname", "mappingnumber", "mappingtypename",
          "sourcefilterpredicatestring", "migrationpolicyclassname", "autogenerateexpression",
          "sourceexpressiondata", "userinfodata",
        ]
      case .attribute:
        ["name", "autogenerateexpression", "valueexpressiondata", "userinfodata"]
      case .relationship:
        [
          "name", "autogenerateexpression", "valueexpressiondata", "userinfodata",
          "sourcekeypath", "sourcemappingname",
        ]
      }
    }
  }

  let element: ModelFileElement
  let id: String
  let kind: Kind
  private var attributes: [String: ModelFileElement] = [:]
  private var relationships: [String: ModelFileElement] = [:]

  /// - Throws: code 259 for an object with an unexpected form.
  init(_ element: ModelFileElement) throws {
    self.element = element
    guard let id = element.text("id") else { throw element.damaged("has no id") }
    guard let type = element.text("type"), let kind = Kind(rawValue: type) else {
      throw element.damaged(
        "is of the unknown type \(element["type"] ?? "")",
        repair: "remove it, or read the file with a newer version")
    }
    (self.id, self.kind) = (id, kind)
    for child in element.children {
      guard let name = child.text("name") else { throw child.damaged("has no name") }
      switch child.name {
      case "attribute":
        guard kind.attributes.contains(name) else {
          throw child.damaged(
            "is not a known attribute of \(kind.rawValue)",
            repair: "remove it, or read the file with a newer version")
        }
        attributes[name] = child
      case "relationship": relationships[name] = child
      default: throw child.damaged("is not allowed in \(element.label)")
      }
    }
  }

  /// The element of an attribute, for error messages.
  func attribute(_ name: String) -> ModelFileElement { attributes[name] ?? element }

  /// The text of an attribute; an empty text counts as missing, because the editor leaves cleared
  /// fields empty.
  func text(_ name: String) -> String? {
    attributes[name].map { $0.content.trimmingCharacters(in: .whitespacesAndNewlines) }
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  func flag(_ name: String) throws -> Bool {
    switch text(name) {
    case nil, "0": return false
    case "1": return true
    case let text?:
      throw attribute(name).damaged("is \(text), which is neither 0 nor 1", repair: "write 0 or 1")
    }
  }

  func number(_ name: String) throws -> Int {
    guard let text = text(name) else { return 0 }
    guard let number = Int(text) else {
      throw attribute(name).damaged("is \(text), which is not a number", repair: "write a number")
    }
    return number
  }

  /// The bytes of an attribute, decoded from base64.
  func data(_ name: String) throws -> Data? {
    guard let text = text(name) else { return nil }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw attribute(name).damaged("is not valid base64")
    }
    return data
  }

  /// The IDs of a relationship's destinations.
  func references(_ name: String) -> [String] {
    relationships[name]?["idrefs"]?.split(separator: " ").map(String.init) ?? []
  }

  /// Runs a closure that parses an attribute.
  ///
  /// - Throws: code 259 with the message of the closure's error.
  func reading<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as ObjectGraphError where error.code != .fileReadCorruptFile {
      throw attribute(name).damaged("cannot be read: \(error.message)", repair: error.repair)
    }
  }
}
