import Foundation
import FoundationXML

/// A plain reading of an `.xcdatamodel`'s XML, to compare archived models with.
final class ModelFile: NSObject, XMLParserDelegate {
  struct Element {
    var attributes: [String: String]
    subscript(_ key: String) -> String? { attributes[key] }
    func isSet(_ key: String) -> Bool { attributes[key] == "YES" }
  }

  struct Entity {
    var element: Element
    var attributes: [String: Element] = [:]
    var relationships: [String: Element] = [:]
    var constraints: [[String]] = []
    var compoundIndexes: [[String]] = []
    var fetchIndexes: [(name: String, elements: [Element])] = []
    var userInfo: [String: String] = [:]
  }

  private(set) var entities: [String: Entity] = [:]
  private(set) var version: String?
  private var current: String?
  private var property: String?

  init?(contentsOf url: URL) {
    super.init()
    guard let parser = XMLParser(contentsOf: url.appendingPathComponent("contents")) else {
      return nil
    }
    parser.delegate = self
    guard parser.parse(), version != nil else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let element = Element(attributes: attributes)
    let key = element["name"] ?? ""
    switch name {
    case "model": version = element["userDefinedModelVersionIdentifier"] ?? ""
    case "entity":
      current = key
      entities[key] = Entity(element: element)
    case "attribute":
      property = key
      change { $0.attributes[key] = element }
    case "relationship":
      property = key
      change { $0.relationships[key] = element }
    case "uniquenessConstraint": change { $0.constraints.append([]) }
    case "constraint":
      change { $0.constraints[$0.constraints.count - 1].append(element["value"] ?? "") }
    case "compoundIndex": change { $0.compoundIndexes.append([]) }
    case "index":
      change { $0.compoundIndexes[$0.compoundIndexes.count - 1].append(element["value"] ?? "") }
    case "fetchIndex": change { $0.fetchIndexes.append((key, [])) }
    case "fetchIndexElement":
      change { $0.fetchIndexes[$0.fetchIndexes.count - 1].elements.append(element) }
    case "entry":
      if property == nil { change { $0.userInfo[element["key"] ?? ""] = element["value"] } }
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch name {
    case "entity": current = nil
    case "attribute", "relationship": property = nil
    default: break
    }
  }

  private func change(_ body: (inout Entity) -> Void) {
    guard let current else { return }
    entities[current].map { entity in
      var entity = entity
      body(&entity)
      entities[current] = entity
    }
  }
}
