import Campground
import CampgroundDemo
import CampgroundShell
import CommandKit
import Foundation
import ObjectGraph

/// Finds and opens the store that the options ask for.
struct StoreLocation {
  let options: CommandLineOptions
  let environment: [String: String]

  /// The remark about the store in the greeting; nil for the default store.
  var remark: String? {
    if options.demo != nil { return "the demo of \(demoDay), help tour shows you around" }
    return options.isInMemory ? "in memory, nothing is saved" : options.storePath
  }

  /// Opens the store. A store of an older version is migrated, which is reported on standard error.
  ///
  /// - Throws: a diagnostic with status 65 for a file that is not a store, or a store of another
  ///   version that may not be migrated; 66 for a missing store that may not be created, 73 for one
  ///   that cannot be created, 75 for a locked one, 78 without a home directory.
  @MainActor
  func open() throws(Diagnostic) -> CampgroundStack {
    let description = try description()
    do {
      if options.isReadOnly || !options.migrates { try requireNewestVersion(of: description) }
      let bar = ProgressBar("Migrating \(description.url.lastPathComponent)")
      let progress = MigrationProgress { bar?.show($0) }
      description.migrationProgress = progress
      let stack: CampgroundStack
      do {
        stack = try SignalThread.working(cancelledBy: progress.cancelIfUnderWay) {
          try CampgroundStack(
            store: description, timeZone: options.timeZone ?? .current, clock: clock)
        }
      } catch {
        bar?.clear()
        throw error
      }
      if let migration = stack.migration {
        bar?.clear()
        tell(migration)
      }
      return stack
    } catch let error as ObjectGraphError {
      throw diagnostic(of: error, description)
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic("\(error)", file: "campground", exitStatus: .software)
    }
  }

  // MARK: Versions

  /// The clock for a store without a campground.
  private var clock: any CampgroundClock {
    options.now?.instant(in: options.timeZone ?? .current).map { FixedClock($0) } ?? SystemClock()
  }

  private static let useNewestProgram = "use the newest campground, or the program that made it"

  private static let newestVersion =
    ManagedObjectModel.campground.versionIdentifiers.sorted().joined(separator: "/")

  /// - Throws: a diagnostic with status 65 for a store of another version.
  private func requireNewestVersion(of description: PersistentStoreDescription) throws {
    guard let version = try CampgroundStack.otherVersion(of: description) else { return }
    let option = options.migrates ? "--readonly" : "--no-migrate"
    let hint =
      options.isReadOnly
      ? "copy the file, and open the copy without \(option)"
      : "leave \(option) out to migrate it; copy the file first if older programs are to open it"
    throw Diagnostic(
      "the store \(description.url.path) has \(version.name) and would have to be migrated to "
        + "version \(Self.newestVersion), which \(option) does not allow",
      hint: version.isKnown ? hint : Self.useNewestProgram, file: "campground", exitStatus: .data)
  }

  private func diagnostic(
    of error: ObjectGraphError, _ description: PersistentStoreDescription
  ) -> Diagnostic {
    let outputs = options.isReadOnly ? [] : [description.url.path]
    var diagnostic = Diagnostic(error, writing: outputs)
    diagnostic.file = "campground"
    if error.code == .migrationMissingSourceModel { diagnostic.hint = Self.useNewestProgram }
    // The store can be read but not written.
    if diagnostic.exitStatus == .cannotCreate,
      let version = try? CampgroundStack.otherVersion(of: description), version.isKnown
    {
      diagnostic.message =
        "the store \(description.url.path) has \(version.name) and cannot be written, so it cannot "
        + "be migrated to version \(Self.newestVersion)"
      diagnostic.hint = "copy the file to a place that can be written, and open the copy"
    }
    return diagnostic
  }

  private func tell(_ migration: MigrationReport) {
    let text =
      "migrated the store from version \(migration.source) to version \(migration.destination)\n"
    // If this cannot be written, nobody is left to tell.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  @MainActor
  private func description() throws(Diagnostic) -> PersistentStoreDescription {
    if let choice = options.demo { return try demo(choice) }
    guard !options.isInMemory else { return .inMemory() }
    let path = try path()
    if options.storePath == nil, !options.isReadOnly { try makeDirectory(of: path) }
    return PersistentStoreDescription(
      url: URL(fileURLWithPath: path), isReadOnly: options.isReadOnly, timeout: options.timeout)
  }

  // MARK: The demo

  /// The day of the demo: that of `--now`; otherwise today, from the minute on to which its morning
  /// has come, and until then yesterday.
  private var demoDay: CalendarDate {
    if let now = options.now { return now.date }
    let wall = WallTime(Date(), in: Demo.timeZone)
    return wall.minute > Demo.lastMinute ? wall.date : wall.date.advanced(by: -1)
  }

  /// The store of the demo, which is made if this is the first time on its day.
  ///
  /// - Throws: a diagnostic with status 73 where it cannot be made, 130 after Ctrl-C.
  @MainActor
  private func demo(
    _ choice: CommandLineOptions.DemoChoice
  ) throws(Diagnostic) -> PersistentStoreDescription {
    let span: DemoSpan = choice.isShort ? .short(around: demoDay) : .whole(around: demoDay)
    let folder = try Self.directory("XDG_CACHE_HOME", ".cache", environment) + "/campground"
    let file = DemoFile(
      Demo(span), version: ProductVersion.text, in: URL(fileURLWithPath: folder))
    do {
      if !file.isMade { try make(file) }
      if choice.isNew { try file.restart() }
      try file.copy()
    } catch is CancellationError {
      throw Diagnostic("interrupted", file: "campground", exitStatus: .interrupted)
    } catch {
      throw Diagnostic(
        "the demo cannot be made in \(folder): \(error)",
        hint: "check its permissions and the free space, or set XDG_CACHE_HOME",
        file: "campground", exitStatus: .cannotCreate)
    }
    return PersistentStoreDescription(
      url: file.url, isReadOnly: options.isReadOnly, timeout: options.timeout)
  }

  @MainActor
  private func make(_ file: DemoFile) throws {
    let isCancelled = Lock(false)
    let bar = ProgressBar("Making the demo, once a day")
    defer { bar?.clear() }
    bar?.show(0)
    let cancel: @Sendable () -> Bool = {
      isCancelled.withLock { $0 = true }
      return true
    }
    try SignalThread.working(cancelledBy: cancel) {
      try file.make { fraction in
        if isCancelled.withLock({ $0 }) { throw CancellationError() }
        bar?.show(fraction)
      }
    }
  }

  private func path() throws(Diagnostic) -> String {
    if let path = options.storePath { return path }
    return try Self.directory("XDG_DATA_HOME", ".local/share", environment)
      + "/campground/campground.sqlite"
  }

  /// A directory of the XDG base directory specification, which only accepts absolute paths.
  static func directory(
    _ variable: String, _ fallback: String, _ environment: [String: String]
  ) throws(Diagnostic) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw Diagnostic(
        "neither \(variable) nor HOME names a directory",
        hint: "set one of them, or give --store PATH", file: "campground",
        exitStatus: .configuration)
    }
    return home + "/" + fallback
  }

  private func makeDirectory(of path: String) throws(Diagnostic) {
    let directory = path.parentFolder
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Diagnostic(
        "the directory \(directory) cannot be made",
        hint: "check its permissions, or give --store PATH", file: "campground",
        exitStatus: .cannotCreate)
    }
  }
}
