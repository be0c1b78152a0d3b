import CommandKit
import ObjectGraph

/// A session that answers queries about the objects of a store.
@MainActor
package protocol QueryContext: CommandContext {
  /// Whether changes can wait to be saved, so that queries say whether these count.
  nonisolated static var hasScratchPad: Bool { get }

  /// The objects.
  ///
  /// - Throws: where no store is open.
  var context: ManagedObjectContext { get throws }

  /// How objects and bytes are shown.
  var cellStyle: CellStyle { get }

  /// Whether changes wait to be saved.
  var hasUnsavedWork: Bool { get }

  /// Shows a warning beside the answer.
  func warn(_ warning: Diagnostic)
}

extension QueryContext {
  var entities: [String: EntityDescription] {
    get throws {
      try context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    }
  }

  /// The entity of a name, in whatever capitals where these are clear.
  package func entity(called word: String) throws -> EntityDescription {
    try .named(word, in: try entities)
  }
}

extension EntityDescription {
  /// The entity of a name, in whatever capitals where these are clear.
  package static func named(
    _ word: String, in entities: [String: EntityDescription]
  ) throws(ValueFault) -> EntityDescription {
    if let entity = entities[word] { return entity }
    let names = entities.keys.sorted()
    let alike = names.filter { $0.lowercased() == word.lowercased() }
    if alike.count == 1, let entity = entities[alike[0]] { return entity }
    throw ValueFault(
      "there is no entity \"\(word)\"",
      hint: Suggestion.hint(for: word, in: names) ?? "there are \(names.joined(separator: ", "))")
  }
}
