import CommandKit

/// A command that fits the grammar: what to do, with checked and typed arguments.
public struct ParsedCommand: Sendable, Hashable {
  /// The row of the table that it fits; its `id` is what an interpreter switches on.
  public let syntax: CommandSyntax

  /// The command as it was written.
  public let text: CommandText

  /// The arguments by the name of their parameter.
  public let arguments: [String: Argument]

  /// What to do.
  public var id: CommandID { syntax.id }

  /// The value given for a parameter; nil when the command was given none.
  public subscript<Value>(key: ParameterKey<Value>) -> Value? {
    arguments[key.name]?.value.payload as? Value
  }

  /// The value of a parameter that the table says is required.
  ///
  /// - Throws: a diagnostic when the table does not require it and it is missing.
  public func require<Value>(_ key: ParameterKey<Value>) throws(Diagnostic) -> Value {
    guard let value = self[key] else {
      throw text.diagnostic("\(syntax.name) needs \(key.name)", at: text.end)
    }
    return value
  }

  /// Whether a flag was given or a yes-or-no option says yes.
  public func has(_ key: ParameterKey<Bool>) -> Bool { self[key] ?? false }

  /// Whether a value is taken away: `length ""`.
  public func clears<Value>(_ key: ParameterKey<Value>) -> Bool {
    arguments[key.name]?.value == .text("")
  }

  /// A diagnostic at the value of a parameter, or without a place when none was given.
  ///
  /// An interpreter uses it for what only the store can tell, such as an unknown camper.
  public func diagnostic<Value>(
    _ message: String, hint: String? = nil, at key: ParameterKey<Value>
  ) -> Diagnostic {
    guard let range = arguments[key.name]?.range else {
      return Diagnostic(message, hint: hint, file: text.file)
    }
    return text.diagnostic(message, hint: hint, at: range)
  }
}
