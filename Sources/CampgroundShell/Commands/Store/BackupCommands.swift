import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands that copy the store.
  @CommandList<Session>
  static var aboutBackups: [Self] {
    Command(
      "backup", synonyms: ["copy", "schedule", "duplicate", "archive", "export store"],
      "Copy the store to a file while others work",
      .optional("target", .backupTarget),
      .flag("replace", "overwrite an earlier backup of this store in that file"),
      details: """
        Without a target the copy goes to the folder backups beside the store, under a name with the \
        date and the time; a folder gets a file of such a name. The copy is of one moment, with all \
        pictures, and is checked: the answer counts what is in it. Commands of a scratch pad are not \
        saved and so not in it. An existing file is kept unless it is a backup of this store and \
        you add replace or, at a terminal, agree; a script without replace or --yes ends with status \
        73. Pictures are in a hidden folder beside the copy, .NAME_SUPPORT: take it along when you \
        copy a backup by hand. "help cron" has a line for a copy each night.
        """,
      refuses: "a file that is anything but a backup of this store; a store in memory",
      examples: ["backup", "backup usb/", "backup office.sqlite replace"],
      isAboutSession: true
    ) { session, target, isReplacing in
      try session.requireFiles()
      guard let place = try session.backupPlace(target, replacing: isReplacing) else {
        return Session.nothingWritten
      }
      do {
        return try session.backUp(to: place)
      } catch let error as ObjectGraphError {
        throw ValueFault(error, at: target.map { _ in "target" }, writing: [place.url.path])
      }
    }

    Command(
      "backup list", synonyms: ["copies", "restore points"],
      "List the backups of this store, the latest first",
      .optional("folder", .folder),
      details: """
        By default it lists those in the folder backups beside the store. A restore keeps what it \
        replaces there, too, with the reason "before restore". The size includes pictures.
        """,
      examples: ["backup list", "backup list usb"], isAboutSession: true,
      answering: .data
    ) { session, name in
      try session.requireFiles(at: name.map { _ in "folder" })
      let folder = try name.map { try session.existingFolder($0) }
      let place = try folder ?? session.backups.folder()
      return .table(
        try session.backupTable(in: place), empty: "No backups of this store in \(place.path)")
    }
  }
}

extension ValueFault {
  /// An error of the engine about the file that an argument names.
  ///
  /// - Parameter outputs: the paths of files that were to be created.
  init(
    _ error: ObjectGraphError, at argument: String?, writing outputs: [String] = [],
    hint: String? = nil
  ) {
    let diagnostic = Diagnostic(error, writing: outputs)
    self.init(
      diagnostic.message, hint: hint ?? diagnostic.hint, at: argument,
      exitStatus: diagnostic.exitStatus)
  }
}

extension ValueType where Context == Session, Value == String {
  fileprivate static var backupTarget: Self {
    file.described("file, or a folder for it", placeholder: "FILE|FOLDER")
  }

  fileprivate static var folder: Self {
    file.described("folder with backups", placeholder: "FOLDER")
  }
}

extension Session {
  /// Copies and restores the store.
  var backups: BackupService {
    BackupService(managedObjectContext: stack.mainContext, storeStack: stack, clock: clock)
  }

  /// The wall-clock time at the campground.
  private func wallTime(at instant: Date) throws -> WallTime {
    WallTime(instant, in: try campgrounds.current()?.timeZone ?? timeZone)
  }

  /// Where a backup goes, and whether it replaces a file there.
  ///
  /// - Returns: nil if the user declines to replace a file.
  /// - Throws: a fault with exit status 73 for a file that is kept, 66 for a folder that is missing.
  fileprivate func backupPlace(
    _ target: String?, replacing isAgreed: Bool
  ) throws -> (url: URL, isReplacing: Bool)? {
    let now = try wallTime(at: clock.now)
    guard let target else {
      guard !isAgreed else {
        throw ValueFault.nothingToReplace(hint: "write the file that is to be replaced")
      }
      let folder = try backups.folder()
      try makeFolder(folder)
      return (try backups.newFile(in: folder, at: now), false)
    }
    let path = try path(target, at: "target")
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isFolder.boolValue { return (try backups.newFile(in: url, at: now), false) }
    if target.hasSuffix("/") {
      throw ValueFault(
        "there is no folder \(path)", hint: "create it, or check the path", at: "target",
        exitStatus: .noInput)
    }
    guard isThere else { return (url, false) }
    if !isAgreed, !acceptsAll {
      guard let ask else {
        throw ValueFault(
          "\(path) already exists",
          hint: "add replace to overwrite a backup, or choose another file", at: "target",
          exitStatus: .cannotCreate)
      }
      guard ask("\(path) already exists. Replace it?") else { return nil }
    }
    return (url, true)
  }

  /// Creates the default folder, which only its owner can access.
  func makeFolder(_ folder: URL) throws {
    guard mkdir(folder.path, 0o700) != 0, errno != EEXIST else { return }
    throw ValueFault(
      "the folder \(folder.path) cannot be created: \(String(cString: strerror(errno)).lowercased())",
      hint: "check its permissions, or name another folder", exitStatus: .cannotCreate)
  }

  fileprivate func existingFolder(_ name: String) throws -> URL {
    let path = (name as NSString).expandingTildeInPath
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw ValueFault(
        "there is no folder \(path)", hint: "check the path", at: "folder", exitStatus: .noInput)
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  fileprivate func backUp(to place: (url: URL, isReplacing: Bool)) throws -> Answer {
    let backup = try backups.backUp(to: place.url, isReplacing: place.isReplacing)
    if let pad = desk.scratchPad, !pad.commands.isEmpty {
      warn(
        "the scratch pad is not saved, so its \(pad.commands.count == 1 ? "command is" : "commands are") "
          + "not in the backup", severity: .note)
    }
    if backup.lackingFiles > 0 {
      warn(
        "the store has lost \(backup.lackingFiles) \(backup.lackingFiles == 1 ? "picture" : "pictures"), "
          + "which the backup lacks, too", hint: "\"check\" names them")
    }
    let contents = backup.mark.contents
    return .message(
      "Backed up to \(backup.url.path) · \(Self.words(forBytes: backup.size))\n"
        + "  \(contents.map(Self.words) ?? "")",
      record: [
        ("file", .text(backup.url.path)), ("bytes", Cell(backup.size)),
        ("made", .text("\(try wallTime(at: backup.mark.madeAt))")),
      ] + Self.counts(of: contents))
  }

  fileprivate func backupTable(in folder: URL) throws -> ResultTable {
    let found = try backups.backups(in: folder)
    let kinds: [StoreContents.Kind] = [.campers, .reservations, .lines, .pictures]
    let zone = try campgrounds.current()?.timeZone ?? timeZone
    let isForPrograms = format.isForPrograms
    var columns: [ListColumn<Backup>] = [
      .init("file") { .text($0.url.lastPathComponent) },
      .init("made") { .text("\(WallTime($0.mark.madeAt, in: zone))") },
      .init("reason") { .text($0.mark.occasion == .asked ? "backup" : "before restore") },
      .number("size") { isForPrograms ? Cell($0.size) : .text(Self.words(forBytes: $0.size)) },
    ]
    columns += kinds.map { kind in
      .number(kind.rawValue) { Cell($0.mark.contents?[kind]) }
    }
    return columns.table(of: found)
  }

  // MARK: Words

  /// `640 bytes`, `1.2 MB`
  static func words(forBytes bytes: Int64) -> String {
    if bytes < 1_000 { return "\(bytes) bytes" }
    let units = ["KB", "MB", "GB", "TB"]
    var (tenths, place) = (bytes / 100, 0)
    while tenths >= 10_000, place < units.count - 1 {
      tenths /= 1_000
      place += 1
    }
    return tenths % 10 == 0
      ? "\(tenths / 10) \(units[place])" : "\(tenths / 10).\(tenths % 10) \(units[place])"
  }

  /// `12 campers, 30 reservations, 1 picture`, without what there is none of.
  static func words(for contents: StoreContents) -> String {
    let parts = StoreContents.Kind.allCases.filter { contents[$0] > 0 }.map { kind in
      let count = contents[kind]
      return "\(count) \(count == 1 ? String(kind.rawValue.dropLast()) : kind.rawValue)"
    }
    return parts.isEmpty ? "nothing is in it yet" : parts.joined(separator: ", ")
  }

  static func counts(of contents: StoreContents?) -> Answer.Record {
    StoreContents.Kind.allCases.map { ($0.rawValue, Cell(contents?[$0])) }
  }
}
