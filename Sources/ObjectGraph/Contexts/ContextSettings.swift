/// What an application sets in a context; see the context's properties of the same names.
struct ContextSettings {
  var name: String?
  var transactionAuthor: String?
  var userInfo: [String: Any] = [:]
  var mergePolicy = MergePolicy.error
  var propagatesDeletesAtEndOfEvent = true
  var shouldDeleteInaccessibleFaults = true
}
