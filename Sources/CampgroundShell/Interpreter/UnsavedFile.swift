import Campground
import CommandKit
import Foundation

/// The commands of a scratch pad, in a file beside the store for recovery after a crash.
///
/// The file is locked while the shell that writes it runs, and is removed once the pad is saved or
/// dropped: an unlocked file was left behind.
final class UnsavedFile {
  /// A command, with what is needed to parse it again.
  struct Entry: Codable, Hashable {
    /// The text that the user typed.
    let text: String

    /// The date, `2026-07-01`, that "tomorrow" is counted from.
    let today: String

    /// The current campground; nil for none.
    let campground: String?

    /// The variables.
    let variables: [String: VariableValue]

    /// The placeholder numbers given out before the command.
    let placeholders: PlaceholderNumbers

    /// The outcome when the command was shown.
    var outcome = CommandOutcome()
  }

  /// The commands of a pad.
  struct Content: Codable, Hashable {
    /// The identifier of the pad.
    let identifier: UUID
    let entries: [Entry]
  }

  private let path: String

  /// The descriptor of the file, which holds the lock; nil before the first write.
  private var descriptor: Int32?

  /// - Parameter store: the path of the store.
  init(beside store: String) {
    path = "\(store)\(Self.infix)\(getpid())"
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  private static let infix = ".unsaved-"

  // MARK: Writing

  /// Replaces the commands in the file at once: a reader finds either the former or the new ones.
  ///
  /// - Throws: a diagnostic if the file cannot be written.
  func write(_ content: Content) throws(Diagnostic) {
    guard !content.entries.isEmpty else { return remove() }
    let draft = path + "~"
    let descriptor = open(draft, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      // The lock stays with the file when it is renamed.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw failure() }
      try file.write(contentsOf: JSONEncoder().encode(content))
      guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure() }
    } catch {
      close(descriptor)
      unlink(draft)
      throw error as? Diagnostic ?? failure()
    }
    if let former = self.descriptor { close(former) }
    self.descriptor = descriptor
  }

  /// Removes the file.
  func remove() {
    guard let descriptor else { return }
    unlink(path)
    close(descriptor)
    self.descriptor = nil
  }

  private func failure() -> Diagnostic {
    Diagnostic(
      "the scratch pad cannot be kept in \(path): \(String(cString: strerror(errno)))",
      hint: "you can continue, but it cannot be recovered after a crash", severity: .warning)
  }

  // MARK: Recovery

  /// A file left behind by a shell, locked by this object while it exists.
  final class Leftover {
    /// The commands; nil if they cannot be read.
    let content: Content?
    let path: String
    private let descriptor: Int32

    /// - Returns: nil if the shell still runs, if another process has locked the file, or if it
    ///   cannot be
    ///   opened.
    fileprivate init?(_ path: String) {
      self.path = path
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      let data = (try? file.readToEnd()) ?? Data()
      content = try? JSONDecoder().decode(Content.self, from: data)
    }

    deinit { close(descriptor) }

    /// Removes the file.
    ///
    /// - Returns: whether that succeeded.
    func remove() -> Bool { unlink(path) == 0 }
  }

  /// The files of all shells, whether they still run or not.
  private static func files(beside store: String) -> [URL] {
    let store = URL(fileURLWithPath: store)
    let folder = store.deletingLastPathComponent()
    let prefix = store.lastPathComponent + infix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("~") }
      .map { folder.appendingPathComponent($0) }
  }

  /// The identifiers of the other processes whose shells keep commands that are not saved.
  static func processesWithPads(beside store: String) -> [pid_t] {
    files(beside: store).compactMap { file in
      let name = file.lastPathComponent
      guard let infix = name.range(of: infix, options: .backwards),
        let process = pid_t(name[infix.upperBound...]), process != getpid()
      else { return nil }
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      // A shell that ended has left its file unlocked.
      return flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? nil : process
    }.sorted()
  }

  /// The oldest file left behind, readable ones first; nil if there is none.
  static func leftover(beside store: String) -> Leftover? {
    let dated = files(beside: store).map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (path: file.path, date: values?.contentModificationDate ?? .distantPast)
    }
    let left = dated.sorted { $0.date < $1.date }.compactMap { Leftover($0.path) }
    return left.first { $0.content != nil } ?? left.first
  }
}
