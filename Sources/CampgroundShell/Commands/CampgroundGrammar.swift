import CommandKit

extension Session {
  /// The language of the shell.
  package static let grammar = CommandGrammar<Session>(
    chapters: chapters,
    linkingWords: [
      "from", "of", "in", "at", "to", "for", "on", "next", "the", "site", "campsite",
      "reservation", "camper", "group", "code",
    ])

  /// The help about it.
  static let help = HelpText(grammar, pages: HelpPages.all, closing: HelpPages.closing)

  private static let chapters: [CommandChapter<Session>] = [
    chapter(
      "Campgrounds and campers",
      CommandSyntax.campgroundCommands + CommandSyntax.camperCommands),
    chapter(
      "Campsites and when they are closed",
      CommandSyntax.campsiteCommands + CommandSyntax.classCommands + CommandSyntax.siteBlockCommands
    ),
    chapter(
      "Availability and rules about stays",
      CommandSyntax.availabilityCommands + CommandSyntax.stayRuleCommands),
    chapter("Reservations", CommandSyntax.reservationCommands),
    chapter(
      "Groups, series and the waitlist",
      CommandSyntax.groupCommands + CommandSyntax.seriesCommands + CommandSyntax.waitlistCommands),
    chapter(
      "Money",
      CommandSyntax.folioCommands + CommandSyntax.balanceCommands + CommandSyntax.voucherCommands
        + CommandSyntax.meterCommands + CommandSyntax.closingCommands
        + CommandSyntax.paperCommands),
    chapter(
      "Prices and policies",
      CommandSyntax.rateCommands + CommandSyntax.chargeCommands + CommandSyntax.policyCommands),
    chapter(
      "Employees and sales",
      CommandSyntax.employeeCommands + CommandSyntax.itemCommands + CommandSyntax.saleCommands),
    chapter("Reports", CommandSyntax.reportCommands + CommandSyntax.auditCommands),
    chapter(
      "Questions and files", CommandSyntax.queryCommands + CommandSyntax.exchangeCommands),
    chapter("Scratch pad", CommandSyntax.scratchPadCommands),
    chapter("Shell", CommandSyntax.sessionCommands),
  ]

  private static func chapter(
    _ title: String, _ commands: [CommandSyntax]
  ) -> CommandChapter<Session> {
    CommandChapter(title, commands.map(\.command))
  }
}
