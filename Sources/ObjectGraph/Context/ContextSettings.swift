/// An application's settings of a context; see the context's properties of the same names.
struct ContextSettings {
  /// Whether objects are validated before a save; false in a migration, which builds them
  /// gradually.
  var validatesObjects = true

  var name: String?
  var transactionAuthor: String?
  var userInfo: [String: Any] = [:]
  var mergePolicy = MergePolicy.error
  var propagatesDeletesAtEndOfEvent = true
  var shouldDeleteInaccessibleFaults = true
}
