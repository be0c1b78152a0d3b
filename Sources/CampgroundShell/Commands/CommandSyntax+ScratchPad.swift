extension CommandSyntax {
  /// The commands about the scratch pad.
  static let scratchPadCommands: [CommandSyntax] = [
    CommandSyntax(
      .begin, "begin",
      summary: "Open a scratch pad, which keeps changes until save",
      details: """
        Without one each command saves what it changes. In one, all commands read and write the pad, \
        and nobody else sees it; new reservations go by codes like R-new1 until they are saved. A \
        script has to end the pad that it begins.
        """),
    CommandSyntax(
      .save, "save",
      [
        .word(
          .choice, CommandWords.choices, "mine|theirs",
          "whose values to keep where somebody else changed the same")
      ],
      summary: "Save the scratch pad and close it",
      details: """
        All of it is saved or nothing. Where somebody else changed meanwhile what was edited here, \
        nothing is saved, and both edits are shown side by side: save mine then keeps what was \
        written here, save theirs what is in the store; a value that only one of the two changed is \
        kept either way. What was deleted there comes back with save mine, and a site whose name was \
        taken becomes one with the other.
        """,
      examples: ["save", "save mine"]),
    CommandSyntax(
      .rollback, "rollback",
      summary: "Drop the scratch pad with all its changes"),
    CommandSyntax(
      .undo, "undo",
      summary: "Take back the last command of the scratch pad",
      details: "What a command changed outside of a scratch pad is saved and not undone."),
    CommandSyntax(
      .redo, "redo",
      summary: "Do again what undo took back"),
  ]
}
