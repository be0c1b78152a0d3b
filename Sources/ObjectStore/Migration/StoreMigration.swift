import Foundation
import ObjectModel
import SQLite

/// Migrates a store to another version of its model.
///
///     let migration = StoreMigration(of: description, to: newModel)
///     let plan = try migration.dryRun()
///     print(plan)
///     try migration.run()
///
/// Opening a store does the same if its description allows it. The new content is created in a file
/// next to the store, and then replaces the store's content in one transaction: if anything fails
/// before that, the store is unchanged, and other connections read either the old content or the
/// new. Meanwhile, other processes can read the store but not write to it.
public struct StoreMigration: Sendable {
  let settings: StoreSettings
  let model: ManagedObjectModel
  /// The version that created the store, if it is known.
  var source: ManagedObjectModel?
  /// Whether the target version was requested explicitly, not just by opening the store with it.
  let isExplicit: Bool
}

extension StoreMigration {
  /// - Parameters:
  ///   - description: the store's location, the known versions and mapping models, the location of
  ///     the backup copy, and the progress to report to.
  ///   - model: the version to migrate to, newer or older.
  ///   - source: the version that created the store; nil to find it, which is not always possible.
  public init(
    of description: PersistentStoreDescription, to model: ManagedObjectModel,
    from source: ManagedObjectModel? = nil
  ) {
    self.init(
      settings: description.settings, model: model, source: source, isExplicit: true)
  }

  /// Migrates the store.
  ///
  /// - Returns: a report of the migration; nil if the store already has the version.
  /// - Throws: codes from 134110, see `ObjectGraphError.Code`; 134090 if another process writes or
  ///   migrates for longer than the description's timeout; 640 if the disk has too little space;
  ///   134080 if the store cannot be read or written. The store is then unchanged.
  ///
  /// - Parameter confirm: called with the report once the new content has been created, while the
  ///   store is locked; if it throws, the store is unchanged.
  @discardableResult
  public func run(
    confirming confirm: (MigrationReport) throws -> Void = { _ in }
  ) throws -> MigrationReport? {
    try taking(isTrial: false, confirm)
  }

  /// Does everything that `run()` does except replace the store's content.
  ///
  /// It takes as much time and disk space as a migration, and locks the store for writing in the
  /// meantime.
  ///
  /// - Returns: the report that `run()` would return; nil if the store already has the version.
  /// - Throws: errors of `run()`.
  public func dryRun() throws -> MigrationReport? { try taking(isTrial: true) { _ in } }

  /// The version that created the store: one of those that its description lists, or else the model
  /// embedded in the store.
  ///
  /// The store is only read.
  ///
  /// - Throws: code 134130 if no known version created the store, or if several may have; 134080 if
  ///   the store cannot be read.
  public func storedVersion() throws -> ManagedObjectModel {
    let file = try StoreFile(type: settings.type, url: settings.url)
    try file.prepare(isReadOnly: true)
    do {
      return try StoredVersion(
        of: file, on: settings.connect(to: file.path, isReadOnly: true),
        configuration: settings.configuration
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
        // Another process wrote while the lock was briefly released, so start again.
        if let outcome { return outcome.report }
      }
    } catch let error as SQLiteError {
      throw error.graphError(path: file.path)
    }
  }

  private struct Outcome {
    let report: MigrationReport?
  }

  /// - Returns: nil if the store changed before its content was replaced.
  private func attempt(
    _ file: StoreFile, isTrial: Bool, _ confirm: (MigrationReport) throws -> Void
  ) throws -> Outcome? {
    let lock = try MigrationLock(path: file.path, busyTimeout: settings.busyTimeout)
    let siblings = MigrationSiblings(original: file.path)
    let stored = try StoredVersion(
      of: file, on: lock.connection, configuration: settings.configuration)
    if try stored.isCurrent(model) {
      // Remove files left by a process that died.
      siblings.removeAll()
      return Outcome(report: nil)
    }
    let plan = try MigrationPlan(
      from: try source.map(stored.checked) ?? stored.model(among: settings.migration.versions),
      to: model, settings.migration, isExplicit: isExplicit, path: file.path)
    // Known before the work rather than after it.
    try backupFile()?.requireAbsent()
    try DiskSpace(
      path: file.path, backupPath: settings.migration.backupURL?.path,
      stepCount: plan.steps.count, isTrial: isTrial
    ).check()
    settings.migration.progress?.begin()
    let start = Date()
    let files = MigrationFiles(of: file.path, identifier: stored.metadata.identifier)
    // The mapping of the store's current content.
    var mapping = StoreMapping(
      model: try ModelLayout.forCopying(plan.source),
      existingTables: try lock.connection.tableNames())
    defer {
      lock.release()
      siblings.removeAll()
      // Files that cannot be removed now are removed when the store is next opened.
      try? files.tidy(mapping)
    }
    let (path, steps) = try MigrationWork(
      plan: plan, settings: settings, siblings: siblings, files: files,
      metadata: stored.metadata
    ).run()
    let new = try Connection(path: path)
    try SQLFunctions.register(on: new)
    try stored.metadata.writeIdentifier(to: new)
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

  /// Makes a backup copy of the store, if requested, and replaces its content; the copy is removed
  /// if the content is not replaced.
  ///
  /// - Throws: code 134080 if a file already exists at the backup's location.
  private func withBackup(_ replace: () throws -> Bool) throws -> Bool {
    guard let backup = try backupFile() else { return try replace() }
    try backup.prepareNew()
    var isReplaced = false
    defer { if !isReplaced { backup.erase() } }
    try backup.replace(by: StoreFile(type: settings.type, url: settings.url))
    isReplaced = try replace()
    return isReplaced
  }

  private func backupFile() throws -> StoreFile? {
    try settings.migration.backupURL.map { try StoreFile(type: settings.type, url: $0) }
  }
}
