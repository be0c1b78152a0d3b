import CommandKit
import ObjectGraph

/// What completion offers from the objects and their model.
extension QueryContext {
  /// The names of the properties of an entity at a path.
  func properties(of entity: String, at path: [String]) -> [String] {
    (try? self.entity(called: entity))?.properties(at: path).keys.sorted() ?? []
  }

  /// Values that an attribute of an entity has, as predicates write them.
  func values(of entity: String, at path: [String]) -> [String] {
    guard let last = path.last,
      let property = (try? self.entity(called: entity))?.properties(at: path.dropLast())[last],
      let attribute = property as? AttributeDescription, !attribute.isTransient,
      attribute.attributeType != .composite
    else { return [] }
    if attribute.attributeType == .boolean { return ["YES", "NO"] }
    let key = attribute.keyPath
    let request = FetchRequest<[String: any Sendable]>(entityName: attribute.entity?.name ?? "")
    request.propertiesToFetch = [key]
    request.returnsDistinctResults = true
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    // More than that helps nobody choose.
    request.fetchLimit = 200
    // Completion that fails has nothing to offer; the command that follows tells why.
    let found = (try? context.fetch(request)) ?? []
    return found.compactMap { dictionary in
      guard let value = dictionary[key].flatMap({ AttributeValue($0) }) else { return nil }
      switch value {
      case .string, .integer, .double, .decimal, .date:
        let day = attribute.isDayNumber ? value.day : nil
        return FetchExpression(forConstantValue: day.map { $0 } ?? value.anyValue).description
      default: return nil
      }
    }
  }
}
