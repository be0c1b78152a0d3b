import Foundation
import ObjectModel
import SQLite

/// Brings a store that another version of a model made to a version of it.
///
///     let migration = StoreMigration(of: description, to: newModel)
///     let plan = try migration.dryRun()
///     print(plan)
///     try migration.run()
///
/// Opening a store does the same where its description lets it. The new content is made in a file beside
/// the store and then put in its place in one transaction: whatever happens before, the store is as it
/// was, and whoever has it open reads the old content or the new one. Other processes can read the store
/// meanwhile, but not write to it.
public struct StoreMigration: Sendable {
  private let settings: StoreSettings
  private let model: ManagedObjectModel
  /// The version that made the store, as far as it is known.
  private let source: ManagedObjectModel?
  /// Whether the version was asked for, and is not just that of a program that opens the store.
  private let isExplicit: Bool

  /// - Parameters:
  ///   - description: where the store is, which versions and mapping models are known, where a copy of
  ///     the store goes, and what is told of the progress.
  ///   - model: the version that the store is to have, newer or older.
  ///   - source: the version that made the store, where it is known; a store does not always tell.
  public init(
    of description: PersistentStoreDescription, to model: ManagedObjectModel,
    from source: ManagedObjectModel? = nil
  ) {
    self.init(settings: description.settings, to: model, from: source, isExplicit: true)
  }

  init(
    settings: StoreSettings, to model: ManagedObjectModel, from source: ManagedObjectModel? = nil,
    isExplicit: Bool
  ) {
    self.settings = settings
    self.model = model
    self.source = source
    self.isExplicit = isExplicit
  }

  /// Migrates the store.
  ///
  /// - Returns: what was done; nil where the store has the version already.
  /// - Throws: code 134110 and those after it, see `ObjectGraphError.Code`; 134090 when another process
  ///   writes or migrates for longer than the description's timeout; 640 when the disk has too little
  ///   space; 134080 when the store cannot be read or written. The store is as it was then.
  ///
  /// - Parameter confirm: sees what will be done once the new content is made; what it throws leaves
  ///   the store as it is. Nobody else can write to the store meanwhile.
  @discardableResult
  public func run(
    confirming confirm: (MigrationReport) throws -> Void = { _ in }
  ) throws -> MigrationReport? {
    try taking(isTrial: false, confirm)
  }

  /// Does all that `run()` does but for putting the new content in the store's place.
  ///
  /// It takes as long, and as much room on the disk; nobody else can write to the store meanwhile.
  ///
  /// - Returns: what `run()` would do; nil where the store has the version already.
  /// - Throws: as `run()`.
  public func dryRun() throws -> MigrationReport? { try taking(isTrial: true) { _ in } }

  /// The version that the store has: one of those that its description lists, or else the model that it
  /// carries.
  ///
  /// The store is only read.
  ///
  /// - Throws: code 134130 when no version is known that made the store, or when several may have;
  ///   134080 when the store cannot be read.
  public func storedVersion() throws -> ManagedObjectModel {
    let file = try StoreFile(type: settings.type, url: settings.url)
    try file.prepare(isReadOnly: true)
    do {
      let connection = try settings.connect(to: file.path, isReadOnly: true)
      try file.requireStore(connection)
      let metadata = try StoreMetadata(from: connection, path: file.path)
      return try StoredVersion(
        connection: connection, metadata: metadata, configuration: settings.configuration,
        path: file.path
      ).model(among: settings.migration.versions)
    } catch let error as SQLiteError {
      throw error.graphError(path: file.path)
    }
  }

  private func taking(
    isTrial: Bool, _ confirm: (MigrationReport) throws -> Void
  ) throws -> MigrationReport? {
    let file = try StoreFile(type: settings.type, url: settings.url)
    try file.prepare(isReadOnly: true)
    do {
      defer { settings.migration.progress?.end() }
      while true {
        let outcome = try attempt(file, isTrial: isTrial, confirm)
        // Somebody else wrote in the one moment in which it was possible.
        if let outcome { return outcome.report }
      }
    } catch let error as SQLiteError {
      throw error.graphError(path: file.path)
    }
  }

  private struct Outcome {
    let report: MigrationReport?
  }

  /// - Returns: nil when the store changed before the new content was in its place.
  private func attempt(
    _ file: StoreFile, isTrial: Bool, _ confirm: (MigrationReport) throws -> Void
  ) throws -> Outcome? {
    let lock = try MigrationLock(path: file.path, busyTimeout: settings.busyTimeout)
    let siblings = MigrationSiblings(original: file.path)
    try file.requireStore(lock.connection)
    let metadata = try StoreMetadata(from: lock.connection, path: file.path)
    if try isCurrent(lock, metadata, file) {
      // A process that died may have left some.
      siblings.removeAll()
      return Outcome(report: nil)
    }
    let plan = try plan(lock, metadata, file)
    try DiskSpace(
      path: file.path, backupPath: settings.migration.backupURL?.path,
      stepCount: plan.steps.count, isTrial: isTrial
    ).check()
    settings.migration.progress?.begin()
    let start = Date()
    let files = MigrationFiles(of: file.path, identifier: metadata.identifier)
    // Of the content that the store has.
    var mapping = StoreMapping(
      model: try ModelLayout.forCopying(plan.source),
      existingTables: try lock.connection.tableNames())
    defer {
      lock.release()
      siblings.removeAll()
      // What is left now the next opening removes.
      try? files.tidy(mapping)
    }
    let (path, steps) = try MigrationWork(
      plan: plan, settings: settings, siblings: siblings, files: files, metadata: metadata
    ).run()
    let new = try Connection(path: path)
    try SQLFunctions.register(on: new)
    try metadata.writeIdentifier(to: new)
    let report = MigrationReport(
      storeURL: settings.url, source: plan.source.versionTitle,
      destination: plan.destination.versionTitle, steps: steps,
      duration: Date().timeIntervalSince(start), isTrial: isTrial)
    try settings.migration.progress?.checkCancellation()
    if isTrial { return Outcome(report: report) }
    try confirm(report)
    try files.mark(lock.connection, mapping)
    guard try withBackup({ try lock.replaceContent(by: new) }) else { return nil }
    mapping = StoreMapping(
      model: try ModelLayout.of(model), existingTables: try new.tableNames())
    settings.migration.progress?.advance(to: 1)
    return Outcome(report: report)
  }

  private func isCurrent(
    _ lock: MigrationLock, _ metadata: StoreMetadata, _ file: StoreFile
  ) throws -> Bool {
    let layout = try ModelLayout.of(model)
    return try StoreCompatibility(
      connection: lock.connection,
      mapping: StoreMapping(model: layout, existingTables: try lock.connection.tableNames()),
      configuration: try StoreConfiguration(name: settings.configuration, model: layout),
      metadata: metadata, path: file.path
    ).allDifferences().isEmpty
  }

  private func plan(
    _ lock: MigrationLock, _ metadata: StoreMetadata, _ file: StoreFile
  ) throws -> MigrationPlan {
    let stored = StoredVersion(
      connection: lock.connection, metadata: metadata, configuration: settings.configuration,
      path: file.path)
    let source =
      try source.map(stored.checked) ?? stored.model(among: settings.migration.versions)
    return try MigrationPlan(
      from: source, to: model, settings.migration, isExplicit: isExplicit, path: file.path)
  }

  /// Keeps a copy of the store, if one is wanted, while its content is replaced; one of a store that
  /// was not replaced is removed again.
  ///
  /// - Throws: code 134080 when there is something at its place already.
  private func withBackup(_ replace: () throws -> Bool) throws -> Bool {
    guard let url = settings.migration.backupURL else { return try replace() }
    let backup = try StoreFile(type: settings.type, url: url)
    try backup.prepareNew()
    var isReplaced = false
    defer { if !isReplaced { backup.erase() } }
    try backup.replace(by: StoreFile(type: settings.type, url: settings.url))
    isReplaced = try replace()
    return isReplaced
  }
}
