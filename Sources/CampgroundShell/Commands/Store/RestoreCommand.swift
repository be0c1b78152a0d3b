import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// Brings back a backup.
  static var restore: Self {
    Command(
      "restore", synonyms: ["bring back", "recover", "copy back", "go back", "rescue"],
      "Replace everything in the store with a backup",
      .required("file", .file.described("backup, or another store of a campground")),
      .flag("dry-run", "show what it would bring and lose, and change nothing"),
      details: """
        Shows what is in the store and in the file, and the commands that would be lost, and asks; a \
        script needs --yes, and without it ends with status 65 and changes nothing. The present store \
        is kept in the folder backups beside the file, as NAME-before-DATE.sqlite, from where it can be \
        restored in turn. Then everything is replaced at once: other desks see it at their next \
        command. The name of a file that backup list shows is enough. A file of an older version is \
        migrated in a copy; the file itself never changes. If the store cannot even be opened, move it \
        away, and restore into a new one.
        """,
      refuses: """
        a file of a newer version, a damaged one and one that is no campground's; while a scratch pad \
        is open at any desk, or the store is being migrated; a store in memory or opened with \
        --readonly
        """,
      examples: ["restore office.sqlite --dry-run", "restore office.sqlite"], isAboutSession: true
    ) { session, file, isDryRun in
      try session.requireNoPad()
      let restore = try session.prepareRestore(of: file)
      if isDryRun { return try session.preview(of: restore) }
      try session.requireWritableStore()
      guard session.acceptsAll || session.ask != nil else {
        throw ValueFault(
          "restore replaces everything in the store, and nobody can be asked",
          hint: "add --dry-run to see what it would lose; start campground with --yes to do it")
      }
      try session.requireNoOtherPad()
      if !session.format.isForPrograms { try session.write(session.preview(of: restore)) }
      guard session.acceptsAll || session.ask?("Replace everything in the store?") == true else {
        return .nothingChanged
      }
      return try session.run(restore)
    }
  }
}

extension Session {
  /// The file that is restored: at its path or, for a name alone, in the folder of backups.
  ///
  /// - Throws: a fault of the argument, with exit status 66 for a file that does not exist.
  fileprivate func backupFile(_ name: String) throws -> URL {
    let path = try path(name, at: "file")
    let places = [URL(fileURLWithPath: path), try backups.folder().appendingPathComponent(name)]
    var isFolder: ObjCBool = false
    for url in places
    where FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return url }
      throw ValueFault(
        "\(url.path) is a folder", hint: "\"backup list \(name)\" shows the backups in it",
        at: "file", exitStatus: .noInput)
    }
    throw ValueFault(
      "there is no file \(path)", hint: Self.listing, at: "file", exitStatus: .noInput)
  }

  private static let listing = "\"backup list\" shows the backups of this store"

  /// - Throws: a fault of the argument for a file that is no store.
  fileprivate func prepareRestore(of name: String) throws -> StoreRestore {
    let url = try backupFile(name)
    do {
      return try backups.restore(from: url, timeZone: timeZone)
    } catch let error as ObjectGraphError {
      throw ValueFault(error, at: "file", hint: Self.listing)
    }
  }

  fileprivate func requireNoPad() throws {
    guard desk.scratchPad == nil else {
      throw ValueFault(
        "a scratch pad is open, whose commands are not saved",
        hint: "close it with save or rollback first")
    }
  }

  /// - Throws: a fault if a shell keeps the commands of a scratch pad beside the store.
  fileprivate func requireNoOtherPad() throws {
    guard let path = stack.persistentStoreCoordinator.persistentStores.first?.url.path else {
      return
    }
    let others = UnsavedFile.processesWithPads(beside: path)
    guard !others.isEmpty else { return }
    let words = others.map { "\($0)" }.joined(separator: ", ")
    throw ValueFault(
      "a scratch pad is open at another desk (process \(words))",
      hint: "ask for it to be closed with save or rollback, and restore then",
      exitStatus: .temporaryFailure)
  }

  fileprivate func requireWritableStore() throws {
    guard stack.persistentStoreCoordinator.persistentStores.first?.isReadOnly == true else {
      return
    }
    throw ValueFault(
      "the store was opened with --readonly", hint: "leave --readonly out to restore it",
      exitStatus: .cannotCreate)
  }

  fileprivate func run(_ restore: StoreRestore) throws -> Answer {
    let folder = try backups.folder()
    try makeFolder(folder)
    let former = try backups.newFile(in: folder, before: today())
    try restore.run(keepingFormerStoreAt: former) { [self] in
      try requireNoOtherPad()
    }
    isRestoring = true
    defer { isRestoring = false }
    try lookAround()
    return .message(
      "Restored \(restore.url.lastPathComponent): \(Self.words(for: restore.restored))\n"
        + "  the former store is kept in \(former.path)",
      record: [
        ("restored", .text(restore.url.path)), ("kept", .text(former.path)),
      ] + Self.counts(of: restore.restored))
  }

  // MARK: Preview

  /// The most lost commands that are listed.
  private static let mostCommands = 10

  fileprivate func preview(of restore: StoreRestore) throws -> Answer {
    let zone = try campgrounds.current()?.timeZone ?? timeZone
    let kinds = StoreContents.Kind.allCases.filter {
      restore.present[$0] != 0 || restore.restored[$0] != 0
    }
    var lines = [
      restore.url.path
        + (restore.mark.map { " · made \(WallTime($0.madeAt, in: zone))" }
          ?? " · not made by backup")
    ]
    if restore.isOfAnotherStore { lines.append("  a copy of another store") }
    if let version = restore.formerVersion {
      lines.append("  has \(version), is migrated in a copy")
    }
    for kind in kinds {
      let (now, then) = (restore.present[kind], restore.restored[kind])
      let change =
        then == now ? "" : then > now ? " (\(then - now) more)" : " (\(now - then) fewer)"
      lines.append("  \(kind.rawValue): now \(now), then \(then)\(change)")
    }
    if restore.lackingFiles > 0 {
      lines.append("  \(restore.lackingFiles) pictures are missing in it")
    }
    lines.append(contentsOf: words(forLost: restore, in: zone))
    let rows = ResultTable(
      columns: [.init("thing"), .number("now"), .number("then")],
      rows: kinds.map {
        [.text($0.rawValue), Cell(restore.present[$0]), Cell(restore.restored[$0])]
      })
    return .forms(
      .text(lines.joined(separator: "\n") + "\n"),
      record: [
        ("file", .text(restore.url.path)),
        ("made", Cell(restore.mark.map { "\(WallTime($0.madeAt, in: zone))" })),
        ("now", .object(Self.counts(of: restore.present))),
        ("then", .object(Self.counts(of: restore.restored))),
        ("lost", .list(restore.lostCommands.map { .text($0.command) })),
      ], rows: rows)
  }

  private func words(forLost restore: StoreRestore, in zone: TimeZone) -> [String] {
    let lost = restore.lostCommands
    guard !lost.isEmpty else { return ["  no command is lost"] }
    let count =
      "  \(lost.count) \(lost.count == 1 ? "command is" : "commands are") lost, the last one first:"
    let listed = lost.prefix(Self.mostCommands).map { command in
      "    \(WallTime(command.happenedAt, in: zone))"
        + (command.who.map { " \($0)" } ?? "") + " · \(command.command)"
    }
    let rest = lost.count - listed.count
    return [count] + listed + (rest > 0 ? ["    … and \(rest) more"] : [])
  }
}
