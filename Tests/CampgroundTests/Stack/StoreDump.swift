import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// All rows of a store, to see whether a call left it as it was: of a file by plain SQL over all
/// its tables, else by a fetch of all entities.
struct StoreDump: Equatable {
  let rows: [String]

  /// The rows that came since, with a plus, and those that went, with a minus.
  func changes(since before: StoreDump) -> [String] {
    guard self != before else { return [] }
    let (old, new) = (Set(before.rows), Set(rows))
    return old.subtracting(new).sorted().map { "- \($0)" }
      + new.subtracting(old).sorted().map { "+ \($0)" }
  }

  @MainActor
  init(of stack: TestStoreStack, _ file: URL?) throws {
    rows = try file.map { try Self.rows(of: $0) } ?? Self.objects(of: stack)
  }

  private static func rows(of file: URL) throws -> [String] {
    try StoreShell(file).rows(".dump")
  }

  @MainActor
  private static func objects(of stack: TestStoreStack) throws -> [String] {
    let context = ManagedObjectContext(mainQueueFor: stack.persistentStoreCoordinator)
    return try ManagedObjectModel.campground.entities.flatMap { entity -> [String] in
      guard let name = entity.name else { return [] }
      return try context.fetch(FetchRequest<ManagedObject>(entityName: name)).map { object in
        let values = try entity.attributesByName.values.flatMap(Self.elements).map(\.keyPath)
          .sorted()
          .map { "\($0) \(try object.value(forKeyPath: $0).map { "\($0)" } ?? "nil")" }
        let targets = try entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
          .sorted()
          .map { name in
            let target = try object.value(forKey: name) as? ManagedObject
            return "\(name) \(target.map { "\($0.objectID)" } ?? "nil")"
          }
        return "\(object.objectID) " + (values + targets).joined(separator: " ")
      }.sorted()
    }
  }

  /// An attribute alone, or in place of a composite one its elements.
  private static func elements(of attribute: AttributeDescription) -> [AttributeDescription] {
    (attribute as? CompositeAttributeDescription)?.elements.flatMap(elements) ?? [attribute]
  }
}
