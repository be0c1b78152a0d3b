/// Parameters of which exactly one has to be given.
struct Alternatives<Context: CommandContext>: Sendable {
  let names: [String]

  /// Whether what else was given makes all of them unnecessary.
  let isEnough: @MainActor (GivenArguments<Context>) -> Bool

  func contains(_ name: String) -> Bool { names.contains(name) }
}
