import Foundation
import FoundationXML
import ObjectGraph
import TestSupport
import XCTest

/// The model files and stores that Apple's Core Data wrote, where the machine has them.
enum Fixtures {
  /// The place of a fixture.
  ///
  /// - Throws: a skip of the test when the environment names no folder of fixtures.
  static func url(_ path: String) throws -> URL {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    return URL(fileURLWithPath: root).appendingPathComponent(path)
  }

  /// A copy of a store with its sidecars; opening a store may change it.
  static func copyStore(_ path: String, to folder: TemporaryFolder) throws -> URL {
    let source = try url("stores/\(path).sqlite")
    let copy = folder.file(source.lastPathComponent)
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: source.path + suffix) {
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: copy.path + suffix)
    }
    return copy
  }

  /// What a model file says of entities, attributes and relationships, a line each, sorted.
  static func model(_ path: String) throws -> [String] {
    let contents = try url("models/\(path).xcdatamodel/contents")
    let lines = ModelFileLines()
    let parser = XMLParser(data: try Data(contentsOf: contents))
    parser.delegate = lines
    guard parser.parse(), !lines.lines.isEmpty else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return lines.lines.sorted()
  }
}

/// Reads a model file into lines.
private final class ModelFileLines: NSObject, XMLParserDelegate {
  var lines: [String] = []
  private var entity = ""
  private var constraint: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    let optional = attributes["optional"] == "YES" ? "optional" : "mandatory"
    switch element {
    case "entity":
      entity = name
      let abstract = attributes["isAbstract"] == "YES" ? " abstract" : ""
      lines.append("entity \(name)\(abstract) under \(attributes["parentEntity"] ?? "none")")
    case "attribute":
      var line = "\(entity).\(name): \(optional) \(attributes["attributeType"] ?? "")"
      for key in ["defaultValueString", "minValueString", "maxValueString"] {
        line += " \(Self.number(attributes[key]))"
      }
      if attributes["allowsExternalBinaryDataStorage"] == "YES" { line += " external" }
      if let transformer = attributes["valueTransformerName"] { line += " by \(transformer)" }
      lines.append(line)
    case "relationship":
      let many = attributes["toMany"] == "YES" ? "many" : "one"
      let ordered = attributes["ordered"] == "YES" ? " ordered" : ""
      lines.append(
        "\(entity).\(name): \(optional) \(attributes["deletionRule"] ?? "") to \(many)\(ordered) "
          + "\(attributes["destinationEntity"] ?? "").\(attributes["inverseName"] ?? "")")
    case "uniquenessConstraint": constraint = []
    case "constraint": constraint.append(attributes["value"] ?? "")
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard element == "uniquenessConstraint" else { return }
    lines.append("\(entity) unique by \(constraint.joined(separator: ", "))")
  }

  private static func number(_ text: String?) -> String {
    guard let text else { return "-" }
    let truth = ["YES": 1.0, "NO": 0.0]
    return (truth[text] ?? Double(text)).map { "\($0)" } ?? text
  }
}

extension ManagedObjectModel {
  /// The same lines as `Fixtures.model(_:)` gives, of this model.
  var lines: [String] {
    entities.flatMap { entity in
      let name = entity.name ?? ""
      let abstract = entity.isAbstract ? " abstract" : ""
      return ["entity \(name)\(abstract) under \(entity.superentity?.name ?? "none")"]
        + entity.properties.map { "\(name).\($0.name): \(Self.line(of: $0))" }
        + entity.uniquenessConstraints.map { "\(name) unique by \($0.joined(separator: ", "))" }
    }.sorted()
  }

  private static func line(of property: PropertyDescription) -> String {
    let optional = property.isOptional ? "optional" : "mandatory"
    switch property {
    case let attribute as AttributeDescription:
      var line = "\(optional) \(attribute.attributeType.modelFileName)"
      for value in [attribute.defaultValue, attribute.minimumValue, attribute.maximumValue] {
        line += " \(text(of: value))"
      }
      if attribute.allowsExternalBinaryDataStorage { line += " external" }
      if let transformer = attribute.valueTransformerName { line += " by \(transformer)" }
      return line
    case let relationship as RelationshipDescription:
      let rules = ["No Action", "Nullify", "Cascade", "Deny"]
      let many = relationship.isToMany ? "many" : "one"
      let ordered = relationship.isOrdered ? " ordered" : ""
      return "\(optional) \(rules[relationship.deleteRule.rawValue]) to \(many)\(ordered) "
        + "\(relationship.destinationEntity?.name ?? "")."
        + "\(relationship.inverseRelationship?.name ?? "")"
    default: return "?"
    }
  }

  private static func text(of value: AttributeValue?) -> String {
    switch value {
    case nil, .null: "-"
    case .integer(let number): "\(Double(number))"
    case .double(let number): "\(number)"
    case .boolean(let truth): truth ? "1.0" : "0.0"
    case .some(let other): "\(other)"
    }
  }
}

extension AttributeType {
  fileprivate var modelFileName: String {
    switch self {
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .undefined, .objectID, .composite: "?"
    }
  }
}
