extension CommandSyntax {
  /// The commands about the shell itself.
  static let sessionCommands: [CommandSyntax] = [
    CommandSyntax(
      .help, "help", aliases: [".help"],
      [.rest(.topic, "TOPIC", "a command, its first word, a heading, language or predicate")],
      summary: "Explain the commands",
      examples: [
        "help", "help camper", "help camper add", "help money", "help language", ".help predicate",
      ]),
    CommandSyntax(
      .exit, "exit", aliases: ["quit"],
      summary: "Leave the shell"),
    CommandSyntax(
      .output, ".output",
      [
        .wordOrFile(
          .target, CommandWords.formats, "FORMAT|FILE", "the form of answers, or a file for them"
        ).required
      ],
      options: [.flag(.replace, "begin the file anew when something is in it already")],
      summary: "Choose the form of answers or a file for them",
      details: """
        The forms are table, box, markdown, csv, json, jsonl, line and plain; any other word is \
        the path of a file. One in which something is stays as it is unless replace stands behind \
        it or, at a terminal, you say yes. A file that is called like a form is written ./csv; a \
        hyphen stands for standard output again.
        """,
      examples: [".output csv", ".output arrivals.txt", ".output arrivals.txt replace"]),
    CommandSyntax(
      .schema, ".schema",
      [.live(.entity, .entity, "ENTITY", "the entity's name")],
      summary: "Show the entities, or the properties of one"),
    CommandSyntax(
      .sql, ".sql", [onOff],
      summary: "Show what the store is asked, on standard error",
      details: """
        Each statement comes before the answer that it is for, with how long it took, how many rows \
        it gave or changed, and the values of its parameters.
        """,
      examples: [".sql on"]),
    CommandSyntax(
      .timer, ".timer", [onOff],
      summary: "Show how long commands take, on standard error",
      examples: [".timer on"]),
  ]

  private static let onOff = Parameter.word(
    .isOn, CommandWords.switches, "on|off", "whether it is shown"
  ).required
}
