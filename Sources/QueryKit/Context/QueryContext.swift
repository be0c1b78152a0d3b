import CommandKit
import ObjectGraph

/// A session that runs queries on a store.
@MainActor
package protocol QueryContext: CommandContext {
  /// Whether the session can have unsaved changes, which queries may then include or exclude.
  nonisolated static var hasScratchPad: Bool { get }

  /// The context that queries run in.
  ///
  /// - Throws: `ValueFault` if no store is open.
  var context: ManagedObjectContext { get throws }

  /// How objects and binary data are shown.
  var cellStyle: CellStyle { get }

  /// Whether there are unsaved changes.
  var hasUnsavedWork: Bool { get }

  /// Shows a warning in addition to the answer.
  func warn(_ warning: Diagnostic)
}

extension QueryContext {
  var entities: [String: EntityDescription] {
    get throws {
      try context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
    }
  }

  /// The entity with a name, ignoring case if only one matches.
  ///
  /// - Throws: `ValueFault` if there is none.
  package func entity(called word: String) throws -> EntityDescription {
    try .named(word, in: try entities)
  }
}

extension EntityDescription {
  /// The entity with a name, ignoring case if only one matches.
  ///
  /// - Throws: `ValueFault` if there is none.
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
