import Foundation
import ObjectModel

/// Who makes a search index, and how far they are: what its state says until it is whole.
struct SearchIndexMark: Hashable {
  private let process: Int32
  private let maker: String
  private var progress = 0

  /// The makers of this process that are at it.
  private static let makers = Lock<Set<String>>([])

  private static let word = "making"

  /// The mark of a new maker, who has to say when it ends.
  init() {
    let maker = UUID().uuidString
    Self.makers.withLock { _ = $0.insert(maker) }
    process = getpid()
    self.maker = maker
  }

  /// Nil for the state of an index that nobody makes.
  init?(text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, parts[0] == Self.word, let process = Int32(parts[1]),
      let progress = Int(parts[3])
    else { return nil }
    self.process = process
    maker = String(parts[2])
    self.progress = progress
  }

  var text: String { "\(Self.word) \(process) \(maker) \(progress)" }

  /// The mark of the same maker a step further.
  var next: SearchIndexMark {
    var next = self
    next.progress += 1
    return next
  }

  /// Whether the maker may still be at it; one that is not will not come back.
  var isAtWork: Bool {
    guard process > 0 else { return false }
    if process == getpid() { return Self.makers.withLock { $0.contains(maker) } }
    return kill(process, 0) == 0 || errno == EPERM
  }

  func end() {
    Self.makers.withLock { _ = $0.remove(maker) }
  }
}
