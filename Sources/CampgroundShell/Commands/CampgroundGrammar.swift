extension CommandGrammar {
  /// The language of the shell.
  public static let campground = CommandGrammar(
    CommandSyntax.campgroundCommands + CommandSyntax.camperCommands
      + CommandSyntax.campsiteCommands + CommandSyntax.siteBlockCommands
      + CommandSyntax.availabilityCommands + CommandSyntax.stayRuleCommands
      + CommandSyntax.reservationCommands + CommandSyntax.groupCommands
      + CommandSyntax.seriesCommands + CommandSyntax.waitlistCommands
      + CommandSyntax.folioCommands + CommandSyntax.balanceCommands
      + CommandSyntax.voucherCommands + CommandSyntax.meterCommands
      + CommandSyntax.closingCommands + CommandSyntax.paperCommands
      + CommandSyntax.rateCommands + CommandSyntax.chargeCommands
      + CommandSyntax.policyCommands
      + CommandSyntax.queryCommands + CommandSyntax.exchangeCommands
      + CommandSyntax.scratchPadCommands
      + CommandSyntax.sessionCommands)
}
