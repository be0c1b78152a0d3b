import Foundation
import ObjectModel

/// Determines the name of the section that an object belongs to.
enum SectionNaming {
  /// One section without a name for all results.
  case none
  /// A value in the stores, which can be read without creating objects.
  case stored(ResolvedPath)
  /// The value of an object's key path.
  case keyPath(String)
  /// The result of a function of the program.
  case computed((ManagedObject) -> String)

  /// - Parameter keyPath: a path through to-one relationships to any property.
  init(_ keyPath: String, entity: EntityDescription) {
    let descriptor = FetchSortDescriptor(key: keyPath, ascending: true)
    let order = try? ResolvedSortOrder([descriptor], entity: entity)
    self = order?.descriptors.first.map { .stored($0.path) } ?? .keyPath(keyPath)
  }

  var isSectioned: Bool { if case .none = self { false } else { true } }

  /// - Parameter subject: the object as the context sees it.
  /// - Throws: if the object lacks a key of the path.
  func name(of object: ManagedObject, as subject: any PredicateSubject) throws -> String {
    switch self {
    case .none: ""
    case .stored(let path): Self.name(of: path.value(for: subject))
    case .keyPath(let keyPath): Self.name(of: try object.value(forKeyPath: keyPath))
    case .computed(let name): name(object)
    }
  }

  /// A value as a string; empty for nil.
  static func name(of value: AttributeValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .boolean(let flag): flag ? "1" : "0"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .date(let date): "\(date)"
    case .uuid(let id): id.uuidString
    case .uri(let url): url.absoluteString
    case .objectID(let id): id.uriRepresentation().absoluteString
    case .data(let data): data.base64EncodedString()
    case .list(let values): values.map { name(of: $0) }.joined(separator: ", ")
    }
  }

  private static func name(of any: Any?) -> String {
    guard let any else { return "" }
    return AttributeValue(any).map { name(of: $0) } ?? "\(any)"
  }
}
