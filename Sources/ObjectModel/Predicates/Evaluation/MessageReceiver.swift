/// What the messages of a mapping model's expressions can be sent to: the migration manager, a policy,
/// an object.
package protocol MessageReceiver {
  /// - Parameters:
  ///   - message: the message with its colons, such as `valueForKeyPath:`.
  /// - Throws: for a message that is not known, and what answering it throws.
  func answer(to message: String, _ arguments: [Any?]) throws -> Any?
}
