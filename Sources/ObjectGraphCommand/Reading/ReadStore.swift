import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore
import SQLite

/// A store that is open to be read, and stays as it is with all that lies beside it.
@MainActor
final class ReadStore {
  let url: URL
  let store: PersistentStore
  let context: ManagedObjectContext

  /// The model as it was declared.
  let declaredModel: ManagedObjectModel

  /// What is read in place of a store that cannot be read without a trace.
  private let copy: StoreCopy?

  /// Opens a store.
  ///
  /// - Parameter given: the model that it was made with, or versions of it; the one that the store
  ///   carries where there is none.
  init(at path: String, _ given: ModelArgument?) throws {
    url = URL(fileURLWithPath: path)
    copy = TracelessFile(path: url.path).hasLogWithoutIndex ? try StoreCopy(of: url) : nil
    let description = PersistentStoreDescription(url: copy?.url ?? url, isReadOnly: true)
    description.settings.leavesNoTrace = true
    description.modelVersions =
      try given.map { $0.isBundle ? try $0.versions() : [try $0.model(version: nil)] } ?? []
    do {
      declaredModel = try StoreMigration(of: description, to: ManagedObjectModel()).storedVersion()
      let model = try declaredModel.copy()
      CopiedValues.readAsKept(model)
      let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
      store = try coordinator.addPersistentStore(with: description)
      context = ManagedObjectContext(mainQueueFor: coordinator)
    } catch let error as ObjectGraphError where error.code == .migrationMissingSourceModel {
      throw ValueFault(
        given == nil ? "the store \(path) carries no model" : error.message,
        hint: "give --model the .xcdatamodeld or .xcdatamodel that it was made with")
    }
  }

  /// How many bytes its file has, and its log.
  var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path + suffix)
      return sum + (facts?[.size] as? Int ?? 0)
    }
  }
}

/// A copy of a store with its log, for as long as it is of use.
private final class StoreCopy {
  let url: URL
  private let folder: URL

  init(of original: URL) throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("objectgraph-\(UUID())")
    url = folder.appendingPathComponent(original.lastPathComponent)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try files.copyItem(atPath: original.path + suffix, toPath: url.path + suffix)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
