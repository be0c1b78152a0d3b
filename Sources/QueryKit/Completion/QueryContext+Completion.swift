import CommandKit
import ObjectGraph

/// Completion candidates from the model and the store.
extension QueryContext {
  /// The names, sorted, of the properties that can follow a path from an entity.
  func properties(of entity: String, at path: [String]) -> [String] {
    (try? self.entity(called: entity))?.properties(at: path).keys.sorted() ?? []
  }

  /// Up to 200 distinct stored values of the attribute at a path, sorted, as predicate literals.
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
    // A longer list of candidates is not useful.
    request.fetchLimit = 200
    // If this fails, completion offers nothing; running the command reports the error.
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
