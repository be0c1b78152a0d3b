import CommandKit
import Rendering

/// The state that commands of the program work with.
@MainActor
final class Tool: CommandContext {
  let variables: [String: VariableValue] = [:]
  let help: HelpText<Tool>

  /// The output format.
  let format: OutputFormat

  /// The store to query; nil until a command opens it.
  private(set) var store: ReadStore?

  /// The store's file as it was before it was opened.
  private var file: FileState?

  /// Opens the store to query.
  ///
  /// - Throws: as `ReadStore.open(at:_:)`.
  func open(_ path: String, _ model: ModelArgument?) throws {
    store = nil
    file = FileState(path)
    store = try ReadStore.open(at: path, model)
  }

  /// Whether another program changed the store's file while it was read without locks, so that the
  /// answer or the error may be wrong.
  var mayBeInconsistent: Bool { file?.isChanged == true && store?.isLocked != true }

  /// The exit status if the command succeeds.
  var status = ExitStatus.success

  init(help: HelpText<Tool>, format: OutputFormat) {
    self.help = help
    self.format = format
  }
}

extension Command where Context == Tool {
  static var help: Self {
    Command(
      "help", "Explain a command", .optional("topic", .rest("TOPIC", "command")),
      examples: ["help migrate"]
    ) { tool, topic in try tool.help.answer(about: topic, orStatus: .usage) }
  }
}
