/// In which form stores answer a fetch of objects.
package enum FetchForm: Sendable {
  /// The objects' rows.
  case rows
  /// The objects' keys: rows are read later.
  case keys
  /// How many objects there are.
  case count
}
