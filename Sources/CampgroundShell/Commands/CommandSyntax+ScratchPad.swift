extension CommandSyntax {
  /// The commands about the scratch pad.
  static let scratchPadCommands: [CommandSyntax] = [
    CommandSyntax(
      .begin, "begin",
      options: [.flag(.recover, "with the commands of a pad that a crash left behind")],
      summary: "Open a scratch pad, which keeps changes until save",
      details: """
        Without one each command saves what it changes. In one, commands wait in a list, and you see \
        what they come to; nobody else does. New reservations go by codes like R-new1 until they are \
        saved. A script has to end the pad that it begins. At a terminal, what waits in a pad is kept \
        in a file beside the store until it is saved or dropped, so that it comes back after a crash.
        """,
      examples: ["begin"]),
    CommandSyntax(
      .pending, "pending",
      summary: "List the commands that wait in the scratch pad"),
    CommandSyntax(
      .save, "save",
      summary: "Save the scratch pad and close it",
      details: """
        Its commands are carried out again, in their order, on what is in the store by then: all of \
        them or none. Where someone changed something meanwhile, so that a command does not work any \
        more or costs other than you saw, nothing is saved, and that command is named. From then on \
        you see what the commands come to now: save again takes that, undo drops a command.
        """),
    CommandSyntax(
      .rollback, "rollback",
      summary: "Drop the scratch pad with all its changes"),
    CommandSyntax(
      .undo, "undo",
      [.integer(.position, in: 1...Int.max, "NUMBER", "which one, as pending numbers them")],
      summary: "Take back a command of the scratch pad, or the last one",
      details: "What a command changed outside of a scratch pad is saved and not undone.",
      examples: ["undo", "undo 2"]),
    CommandSyntax(
      .redo, "redo",
      summary: "Do again what undo took back"),
  ]
}
