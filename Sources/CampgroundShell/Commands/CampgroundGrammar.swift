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
    CommandChapter(
      "Campgrounds and campers",
      CommandSyntax.campgroundCommands.map(\.command) + Resource.campers.commands),
    CommandChapter(
      "Campsites and when they are closed",
      CommandSyntax.campsiteCommands.map(\.command) + Resource.siteClasses.commands
        + CommandSyntax.siteBlockCommands.map(\.command)),
    CommandChapter(
      "Availability and rules about stays",
      CommandSyntax.availabilityCommands.map(\.command) + Resource.stayRules.commands),
    chapter("Reservations", CommandSyntax.reservationCommands),
    chapter(
      "Groups, series and the waitlist",
      CommandSyntax.groupCommands + CommandSyntax.seriesCommands + CommandSyntax.waitlistCommands),
    chapter(
      "Money",
      CommandSyntax.folioCommands + CommandSyntax.balanceCommands + CommandSyntax.voucherCommands
        + CommandSyntax.meterCommands + CommandSyntax.closingCommands
        + CommandSyntax.paperCommands),
    CommandChapter(
      "Prices and policies",
      CommandSyntax.rateCommands.map(\.command) + Resource.seasons.commands
        + Resource.rates.commands
        + Resource.taxes.commands + Resource.fees.commands + Resource.discounts.commands
        + Resource.deposits.commands + Resource.policies.commands),
    CommandChapter(
      "Employees and sales",
      Resource.employees.commands + CommandSyntax.employeeCommands.map(\.command)
        + Resource.items.commands
        + CommandSyntax.saleCommands.map(\.command)),
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
