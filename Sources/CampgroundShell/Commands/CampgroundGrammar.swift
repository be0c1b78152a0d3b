extension CommandGrammar {
  /// The language of the shell.
  public static let campground = CommandGrammar(
    CommandSyntax.campgroundCommands + CommandSyntax.camperCommands
      + CommandSyntax.campsiteCommands + CommandSyntax.siteBlockCommands
      + CommandSyntax.availabilityCommands + CommandSyntax.stayRuleCommands
      + CommandSyntax.reservationCommands
      + CommandSyntax.rateCommands + CommandSyntax.chargeCommands
      + CommandSyntax.policyCommands
      + CommandSyntax.folioCommands + CommandSyntax.voucherCommands + CommandSyntax.meterCommands
      + CommandSyntax.dayCommands + CommandSyntax.paperCommands
      + CommandSyntax.queryCommands + CommandSyntax.exchangeCommands
      + CommandSyntax.scratchPadCommands
      + CommandSyntax.sessionCommands)
}
