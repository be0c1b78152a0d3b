import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore

/// A store opened for reading, without creating or changing files beside it.
@MainActor
final class ReadStore {
  let url: URL
  let store: PersistentStore
  let context: ManagedObjectContext

  /// The model with its original class and transformer names.
  let declaredModel: ManagedObjectModel

  /// The temporary copy to read if the store itself cannot be read without a trace; otherwise nil.
  private let copy: StoreCopy?

  /// Whether SQLite reads the file under locks, and so consistently, whoever writes meanwhile.
  let isLocked: Bool

  /// How often a store is opened whose log comes and goes, as other programs open and close it.
  private static let mostAttempts = 10

  /// Opens a store, again if its log was removed in the moment before it was to be opened.
  ///
  /// - Throws: as `init(at:_:)`.
  static func open(at path: String, _ given: ModelArgument?) throws -> ReadStore {
    for _ in 1..<mostAttempts {
      do {
        return try ReadStore(at: path, given)
      } catch let error as ObjectGraphError
        where error.code == .persistentStoreOpen && error.details[.sqliteResultCode] != nil
      {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    return try ReadStore(at: path, given)
  }

  /// Opens a store.
  ///
  /// - Parameter given: the model that the store was made with, or a bundle that has it among its
  ///   versions; nil for the embedded model.
  /// - Throws: `ValueFault` if there is no such model, and errors of opening the store.
  init(at path: String, _ given: ModelArgument?) throws {
    url = URL(fileURLWithPath: path)
    let file = TracelessFile(path: url.path)
    copy = file.hasLogWithoutIndex ? try StoreCopy(of: url) : nil
    let wasLocked = !file.isReadWithoutLocks
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
      isLocked = copy == nil && wasLocked && !file.isReadWithoutLocks
    } catch let error as ObjectGraphError where error.code == .migrationMissingSourceModel {
      throw ValueFault(
        given == nil ? "the store \(path) contains no model" : error.message,
        hint: "give --model the .xcdatamodeld or .xcdatamodel that it was made with")
    } catch let error as ObjectGraphError where error.code != .persistentStoreTimeout {
      let journal = try? FileManager.default.attributesOfItem(atPath: url.path + "-journal")
      guard journal?[.size] as? Int ?? 0 > 0 else { throw error }
      throw ValueFault(
        "the store \(path) has a journal left by a program that stopped while writing",
        hint: "open the store with that program, or read a copy of it and its -journal",
        exitStatus: error.exitStatus())
    }
  }

  /// The size of the file and its write-ahead log, in bytes.
  var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path + suffix)
      return sum + (facts?[.size] as? Int ?? 0)
    }
  }
}

/// A temporary copy of a store and its log, deleted along with this object, or when Ctrl-C or
/// a termination request ends the program.
private final class StoreCopy {
  let url: URL
  private let folder: URL

  private static let endingSignals = [SIGINT, SIGTERM]

  init(of original: URL) throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("objectgraph-\(UUID())")
    url = folder.appendingPathComponent(original.lastPathComponent)
    SignalThread.receive(Self.endingSignals) { [folder] in
      try? FileManager.default.removeItem(at: folder)
      _exit(ExitStatus.interrupted.rawValue)
    }
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for suffix in ["", "-wal"] {
      try files.copyItem(atPath: original.path + suffix, toPath: url.path + suffix)
    }
  }

  deinit {
    SignalThread.release(Self.endingSignals)
    try? FileManager.default.removeItem(at: folder)
  }
}
