import Foundation
import TestSupport

/// The stores that the desks of a test stand on, so that a check can look at all of them.
@MainActor
enum OpenStores {
  private struct Entry {
    weak var stack: TestStoreStack?
    let file: URL?
  }

  private static var entries: [Entry] = []

  /// Keeps a store in mind for as long as its stack is there.
  static func note(_ stack: TestStoreStack, _ file: URL?) {
    entries.removeAll { $0.stack == nil || $0.stack === stack }
    entries.append(Entry(stack: stack, file: file))
  }

  /// What is in each store that is open.
  static func dumps() -> [StoreDump] {
    entries.compactMap { entry in
      guard let stack = entry.stack, !stack.persistentStoreCoordinator.persistentStores.isEmpty
      else { return nil }
      return try? StoreDump(of: stack, entry.file)
    }
  }
}
