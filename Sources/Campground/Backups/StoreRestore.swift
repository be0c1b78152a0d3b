import Foundation
import ObjectGraph

/// A restore that has been prepared: it says what it would bring and lose, and runs once.
@MainActor
public final class StoreRestore {
  /// A command that the restore would lose.
  public struct LostCommand: Sendable, Hashable {
    public let happenedAt: Date
    public let who: String?
    public let command: String
  }

  /// The file that is restored.
  public let url: URL

  /// What the file says about itself; nil for a store that is no backup.
  public let mark: BackupMark?

  /// The version that the file had before its copy was migrated; nil where it had the newest one.
  public let formerVersion: String?

  /// Whether the file is a copy of another store.
  public let isOfAnotherStore: Bool

  /// What is in the present store.
  public let present: StoreContents

  /// What is in the file.
  public let restored: StoreContents

  /// How many files of pictures would be missing.
  public let lackingFiles: Int

  /// The commands that are not in the file, the latest first.
  public let lostCommands: [LostCommand]

  private let service: BackupService
  private let store: PersistentStore
  private let draft: StoreDraft

  init(of service: BackupService, from url: URL, timeZone: TimeZone) throws {
    self.service = service
    self.url = url
    store = try service.store()
    let coordinator = service.storeStack.persistentStoreCoordinator
    draft = try StoreDraft(for: store.url)
    try coordinator.replacePersistentStore(
      at: draft.url, withPersistentStoreFrom: url, type: .sqlite)
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: draft.url)
    mark = BackupMark(metadata: metadata)
    isOfAnotherStore = metadata["NSStoreUUID"] as? String != store.identifier
    formerVersion = try Self.version(of: draft.url, calling: url)
    let stack = try CampgroundStack(
      store: PersistentStoreDescription(url: draft.url), timeZone: timeZone,
      clock: service.scope.clock)
    do {
      defer { try? stack.close() }
      let context = ManagedObjectContext(mainQueueFor: stack.persistentStoreCoordinator)
      lostCommands = try Past(context: service.managedObjectContext)
        .commands(missingIn: Past(context: context))
    }
    (restored, lackingFiles) = try BackupService.examine(draft.url, of: url)
    present = try StoreContents(of: service.managedObjectContext)
  }

  /// - Returns: nil for the newest version.
  /// - Throws: `BackupError`.
  private static func version(of draft: URL, calling url: URL) throws -> String? {
    let version: CampgroundStack.OtherVersion?
    do {
      version = try CampgroundStack.otherVersion(of: PersistentStoreDescription(url: draft))
    } catch let error as ObjectGraphError where error.code == .migrationMissingSourceModel {
      throw BackupError.notACampground(path: url.path)
    }
    guard let version else { return nil }
    guard version.isKnown else {
      throw BackupError.unknownVersion(
        path: url.path, version: version.name,
        own: ManagedObjectModel.campground.versionIdentifiers.sorted().joined(separator: "/"))
    }
    return version.name
  }

  /// Replaces the content of the store with that of the file, in one transaction, after keeping the
  /// present content in a file.
  ///
  /// - Parameters:
  ///   - former: the file for the present content, which must not exist.
  ///   - confirm: called once nobody else can write; if it throws, nothing has changed.
  /// - Throws: errors of the closure, and of `PersistentStoreCoordinator.replaceContent`. Then
  ///   nothing has changed.
  public func run(keepingFormerStoreAt former: URL, confirming confirm: () throws -> Void) throws {
    let coordinator = service.storeStack.persistentStoreCoordinator
    let now = service.scope.clock.now
    var facts = try PersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: draft.url)
    facts[BackupMark.key] = nil
    facts[RestoreMark.key] = RestoreMark(identifier: UUID().uuidString, restoredAt: now).entry
    try PersistentStoreCoordinator.setMetadata(facts, type: .sqlite, at: draft.url)
    try coordinator.replaceContent(
      of: store, withPersistentStoreFrom: draft.url, keepingFormerContentAt: former
    ) { copy in
      try confirm()
      // A damaged store can be kept, too, but perhaps not counted.
      let contents = try? BackupService.examine(copy, of: store.url).0
      return BackupMark(madeAt: now, .restore, contents).entry
    }
  }
}

/// The events of a store, which two copies of it share up to where they parted.
private struct Past {
  let context: ManagedObjectContext

  private struct Mark: Equatable {
    let number: Int64
    let happenedAt: Date?
    let command: String?
  }

  /// The last event up to a number.
  private func mark(through number: Int64) throws -> Mark {
    let event = try context.fetch(
      Event.self, where: "number <= %@", number, by: ["-number"], limit: 1
    ).first
    return Mark(number: event?.number ?? 0, happenedAt: event?.happenedAt, command: event?.command)
  }

  /// The number of the last event that two stores share; 0 for none.
  private func end(sharedWith other: Past) throws -> Int64 {
    var low: Int64 = 0
    var high = min(try mark(through: .max).number, try other.mark(through: .max).number)
    while low < high {
      let middle = high - (high - low) / 2
      if try mark(through: middle) == other.mark(through: middle) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return low
  }

  /// The commands that another store lacks, the latest first.
  func commands(missingIn other: Past) throws -> [StoreRestore.LostCommand] {
    try context.fetch(
      Event.self, where: "number > %@ AND (firstEvent == nil OR firstEvent == SELF)",
      end(sharedWith: other), by: ["-number"]
    ).map {
      StoreRestore.LostCommand(
        happenedAt: $0.happenedAt, who: $0.who, command: $0.command ?? $0.label)
    }
  }
}
