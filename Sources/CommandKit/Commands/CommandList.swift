/// Builds a list of commands from their declarations, in the order in which help lists them.
@resultBuilder
package enum CommandList<Context: CommandContext> {
  /// A command.
  package static func buildExpression(_ command: Command<Context>) -> Command<Context> { command }

  /// The commands.
  package static func buildBlock(_ commands: Command<Context>...) -> [Command<Context>] { commands }
}
