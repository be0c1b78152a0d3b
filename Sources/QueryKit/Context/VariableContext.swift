import CommandKit

/// A session that keeps variables.
@MainActor
package protocol VariableContext: CommandContext {
  var variables: [String: VariableValue] { get set }

  /// The predicate literal for a date word such as `tomorrow`; nil for any other word.
  func date(meantBy word: String) -> String?
}
