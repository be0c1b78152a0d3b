extension CommandGrammar {
  /// The language of the shell.
  public static let campground = CommandGrammar(chapters: [
    CommandChapter(
      "Campgrounds and campers",
      CommandSyntax.campgroundCommands + CommandSyntax.camperCommands),
    CommandChapter(
      "Campsites and when they are closed",
      CommandSyntax.campsiteCommands + CommandSyntax.classCommands + CommandSyntax.siteBlockCommands
    ),
    CommandChapter(
      "Availability and rules about stays",
      CommandSyntax.availabilityCommands + CommandSyntax.stayRuleCommands),
    CommandChapter("Reservations", CommandSyntax.reservationCommands),
    CommandChapter(
      "Groups, series and the waitlist",
      CommandSyntax.groupCommands + CommandSyntax.seriesCommands + CommandSyntax.waitlistCommands),
    CommandChapter(
      "Money",
      CommandSyntax.folioCommands + CommandSyntax.balanceCommands + CommandSyntax.voucherCommands
        + CommandSyntax.meterCommands + CommandSyntax.closingCommands
        + CommandSyntax.paperCommands),
    CommandChapter(
      "Prices and policies",
      CommandSyntax.rateCommands + CommandSyntax.chargeCommands + CommandSyntax.policyCommands),
    CommandChapter(
      "Employees and sales",
      CommandSyntax.employeeCommands + CommandSyntax.itemCommands + CommandSyntax.saleCommands),
    CommandChapter("Reports", CommandSyntax.reportCommands + CommandSyntax.auditCommands),
    CommandChapter(
      "Questions and files", CommandSyntax.queryCommands + CommandSyntax.exchangeCommands),
    CommandChapter("Scratch pad", CommandSyntax.scratchPadCommands),
    CommandChapter("Shell", CommandSyntax.sessionCommands),
  ])
}
