import Foundation

/// What executing a request gives that is more than an array.
open class PersistentStoreResult {
  init() {}
}
