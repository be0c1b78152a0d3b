/// Parameters, exactly one of which must be given.
package struct Alternatives<Context: CommandContext>: Sendable {
  let names: [String]

  /// Whether the other arguments make all of them unnecessary.
  let isEnough: @MainActor (GivenArguments<Context>) -> Bool

  func contains(_ name: String) -> Bool { names.contains(name) }
}
