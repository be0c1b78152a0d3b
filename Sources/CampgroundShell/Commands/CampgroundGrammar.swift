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
    CommandChapter(
      "Campsites and when they are closed",
      CommandSyntax.campsiteCommands.map(\.command) + Resource.siteClasses.commands
        + CommandSyntax.siteBlockCommands.map(\.command)),
    chapter(
      "Availability and rules about stays",
      CommandSyntax.availabilityCommands + CommandSyntax.stayRuleCommands),
    chapter("Reservations", CommandSyntax.reservationCommands),
    chapter(
      "Groups, series and the waitlist",
      CommandSyntax.groupCommands + CommandSyntax.seriesCommands + CommandSyntax.waitlistCommands),
    CommandChapter(
      "Money",
      Command.aboutBills + Command.aboutVouchers + Command.aboutMeters + Command.aboutDays
        + Command.papers),
    CommandChapter(
      "Prices and policies",
      CommandSyntax.rateCommands.map(\.command) + Resource.rates.commands
        + Resource.taxes.commands + Resource.fees.commands + Resource.discounts.commands
        + Resource.deposits.commands + CommandSyntax.policyCommands.map(\.command)),
    CommandChapter(
      "Employees and sales",
      Resource.employees.commands + [Command.employeePicture] + Resource.items.commands
        + Command.aboutSales),
    CommandChapter("Reports", Command.reports + [Command.audit]),
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
