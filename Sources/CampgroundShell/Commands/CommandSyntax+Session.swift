extension CommandSyntax {
  /// The command that says where answers go.
  static let sessionCommands: [CommandSyntax] = [
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
      examples: [".output csv", ".output arrivals.txt", ".output arrivals.txt replace"])
  ]
}
