import CommandKit

/// A session that keeps variables.
@MainActor
package protocol VariableContext: CommandContext {
  var variables: [String: VariableValue] { get set }

  /// The date that a word such as tomorrow stands for, as predicates write it; nil for another word.
  func date(meantBy word: String) -> String?
}
