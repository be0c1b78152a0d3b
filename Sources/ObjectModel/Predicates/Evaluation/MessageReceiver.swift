/// A receiver of messages in a mapping model's expressions: the migration manager, a policy, or an
/// object.
package protocol MessageReceiver {
  /// - Parameters:
  ///   - message: the selector, including its colons, such as `valueForKeyPath:`.
  /// - Throws: for an unknown message, and errors from handling it.
  func answer(to message: String, _ arguments: [Any?]) throws -> Any?
}
