extension CommandSyntax {
  /// The command that tells who changed what.
  static let auditCommands: [CommandSyntax] = [
    CommandSyntax(
      .audit, "audit",
      [.live(.code, .reservation, "CODE", "only what was changed of a reservation")],
      options: [
        .date(.from, "the first day"), .date(.to, "the last day, which is included"),
        .text(.user, "NAME", "only what somebody did"),
      ] + partOfList,
      summary: "Tell who changed what, and when",
      details: """
        The latest change stands first, with what was and what is, and with the command. Who works \
        here is said by --as NAME when the shell is started. Lines of the ledger are shown by folio.
        """,
      examples: ["audit R-1", "audit from 2026-07-01 by Ada"])
  ]
}
