/// What an application sets in a context; see the context's properties of the same names.
struct ContextSettings {
  /// Whether objects are checked before they are saved: not in a migration, which makes them by and by.
  var validatesObjects = true

  var name: String?
  var transactionAuthor: String?
  var userInfo: [String: Any] = [:]
  var mergePolicy = MergePolicy.error
  var propagatesDeletesAtEndOfEvent = true
  var shouldDeleteInaccessibleFaults = true
}
