import Campground
import Foundation
import ObjectGraph

/// The files of a demo in a folder: the demo as it was made, and the copy that is worked on.
///
///     let file = DemoFile(demo, version: "1.0", in: folder)
///     if !file.isMade { try file.make { bar?.show($0) } }
///     let stack = try CampgroundStack(store: PersistentStoreDescription(url: file.url))
///
/// The copy keeps what people try until the demo's day is over, in every shell that has it open.
public struct DemoFile: Sendable {
  private let demo: Demo
  private let folder: URL
  /// The version, the seed and the day, which the short demo shares with the whole one.
  private let stem: String
  private let name: String

  /// Makes a description; nothing is made yet.
  ///
  /// - Parameters:
  ///   - version: of the program, since another one may make another demo.
  ///   - folder: is made with the demo, for its user alone.
  public init(_ demo: Demo, version: String, in folder: URL) {
    self.demo = demo
    self.folder = folder
    stem = "\(version)-\(demo.seed)-\(demo.span.day)"
    name = stem + (demo.span.isShort ? "-short" : "")
  }

  /// The demo as it was made, which is only copied.
  public var original: URL { folder.appendingPathComponent("demo-\(name).sqlite") }

  /// The store to work on.
  public var url: URL { folder.appendingPathComponent("tried-\(name).sqlite") }

  /// Whether the demo has been made.
  public var isMade: Bool { FileManager.default.fileExists(atPath: original.path) }

  /// Makes the demo in a file of another name, which then gets its own, and removes those of other
  /// days. Does nothing where another process has made it meanwhile.
  ///
  /// - Parameter progress: is told the completed fraction, and throws to stop.
  /// - Throws: what `progress` throws, and errors of the store and of the files; nothing is left
  ///   behind.
  @MainActor
  public func make(progress: (Double) throws -> Void = { _ in }) throws {
    let files = FileManager.default
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = folder.appendingPathComponent("making-\(name)-\(getpid()).sqlite")
    Self.remove(draft)
    defer { Self.remove(draft) }
    let description = PersistentStoreDescription(url: draft)
    // Pages that are written every day are then kept in memory, and copied to the file less often.
    description.pragmas = ["cache_size": "-65536", "wal_autocheckpoint": "16000"]
    let stack = try CampgroundStack(store: description, timeZone: Demo.timeZone)
    do {
      defer { try? stack.close() }
      try demo.make(on: stack, progress: progress)
    }
    try Self.give(draft, theName: original)
    removeOthers()
  }

  /// Makes the copy to work on, unless there is one.
  ///
  /// - Throws: errors of the files.
  public func copy() throws {
    guard !FileManager.default.fileExists(atPath: url.path) else { return }
    let draft = folder.appendingPathComponent("making-tried-\(name)-\(getpid()).sqlite")
    Self.remove(draft)
    defer { Self.remove(draft) }
    try FileManager.default.copyItem(at: original, to: draft)
    try Self.give(draft, theName: url)
  }

  /// Brings the copy back to how the demo was made, which all shells that have it open see.
  ///
  /// - Throws: errors of the store and of the files.
  @MainActor
  public func restart() throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    let former = folder.appendingPathComponent("making-former-\(name)-\(getpid()).sqlite")
    defer { Self.remove(former) }
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    defer { try? stack.close() }
    try BackupService(managedObjectContext: stack.mainContext, storeStack: stack)
      .restore(from: original).run(keepingFormerStoreAt: former) {}
  }

  /// Gives a file a name that it does not take away from another.
  private static func give(_ draft: URL, theName url: URL) throws {
    if link(draft.path, url.path) == 0 || errno == EEXIST { return }
    // A file system without links; at worst the same demo is made twice.
    guard rename(draft.path, url.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
  }

  /// Removes a store with the files beside it.
  private static func remove(_ store: URL) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: store.path + ending)
    }
  }

  /// Removes the demos of other days and versions, and what interrupted ones left.
  private func removeOthers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for other in names where other.contains(".sqlite") {
      let isOld = ["demo-", "tried-"].contains {
        other.hasPrefix($0) && !other.hasPrefix($0 + stem)
      }
      if isOld || Self.isLeftBehind(other) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(other))
      }
    }
  }

  /// Whether a file was to become a demo, and its process is gone.
  private static func isLeftBehind(_ name: String) -> Bool {
    guard name.hasPrefix("making-"), let end = name.range(of: ".sqlite"),
      let process = name[..<end.lowerBound].split(separator: "-").last.flatMap({ pid_t($0) })
    else { return false }
    return kill(process, 0) != 0
  }
}
