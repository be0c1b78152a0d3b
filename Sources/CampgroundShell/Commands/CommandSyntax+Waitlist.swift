extension CommandSyntax {
  /// The commands about the waitlist.
  static let waitlistCommands: [CommandSyntax] = lineCommands + offerCommands

  /// Who waits, and for what.
  private static let lineCommands: [CommandSyntax] = [
    CommandSyntax(
      .waitlistAdd, "waitlist add",
      [.live(.camper, .camper, "CAMPER", "the camper's name").required], options: wish,
      alternatives: [stayLengths],
      summary: "Put a camper on the waitlist",
      details: "When a site becomes free that fits, whoever waits longest gets an offer: a hold, "
        + "which lasts as long as the campground's offers do, and a call to make; see waitlist "
        + "calls. Who does not take it keeps the place in line and is offered the next site that "
        + "fits, but not the same nights on the same site; after three such offers they rest until "
        + "waitlist ask. While a site that fits is free, it is named, and nobody has to wait.",
      examples: [
        "waitlist add Rivera from 2026-07-03 nights 2",
        "waitlist add Rivera from 2026-07-03 nights 2 type rv electricity 30 length 34 pets 1",
      ]),
    CommandSyntax(
      .waitlistWish, "waitlist wish", [code], options: wish, alternatives: [stayLengths],
      summary: "Add another wish to a place on the waitlist",
      details: "The wishes may overlap; the first that can be fulfilled is offered, in their "
        + "order. The place in line stays what it is, and taking one offer fulfils the whole.",
      examples: ["waitlist wish W-3 from 2026-07-10 nights 2 type cabin"]),
    CommandSyntax(
      .waitlistUnwish, "waitlist unwish",
      [code, .integer(.wish, in: 1...32_767, "N", "the number of the wish").required],
      summary: "Take a wish from a place on the waitlist",
      details: "What was offered for it is offered to the next.",
      examples: ["waitlist unwish W-3 2"]),
    CommandSyntax(
      .waitlistList, "waitlist list",
      options: [
        .word(.status, CommandWords.waitlistStatuses, "STATUS", "where they stand")
      ],
      summary: "List who waits, the longest waiting first",
      details: "Without a status it is everybody who waits, has an offer or rests. Each wish is a "
        + "row.",
      examples: ["waitlist list", "waitlist list status resting"]),
    CommandSyntax(
      .waitlistShow, "waitlist show", [code],
      summary: "Show the wishes of a camper and what was offered",
      examples: ["waitlist show W-3"]),
    CommandSyntax(
      .waitlistWithdraw, "waitlist withdraw", [code],
      summary: "Take a camper off the waitlist",
      details: "What was offered to the camper is offered to the next.",
      examples: ["waitlist withdraw W-3"]),
  ]

  /// What is offered, and what they answer.
  private static let offerCommands: [CommandSyntax] = [
    CommandSyntax(
      .waitlistCalls, "waitlist calls",
      summary: "List whom to call: the offers that wait for an answer",
      details: "Those who were not called yet come first, and of them those whose offer ends "
        + "first."),
    CommandSyntax(
      .waitlistCalled, "waitlist called", [code],
      summary: "Note that a camper was called about what is offered",
      examples: ["waitlist called W-3"]),
    CommandSyntax(
      .waitlistAccept, "waitlist accept", [code], summary: "Reserve what is offered to a camper",
      examples: ["waitlist accept W-3"]),
    CommandSyntax(
      .waitlistDecline, "waitlist decline", [code],
      summary: "End what is offered to a camper, who goes on waiting",
      details: "The camper keeps the place in line, and is not offered the same nights on the same "
        + "site again; the next in line is offered them. After three offers that were declined or "
        + "lapsed the camper rests.",
      examples: ["waitlist decline W-3"]),
    CommandSyntax(
      .waitlistAsk, "waitlist ask", [code],
      summary: "Let a camper who rests be offered something again",
      details: "What was offered before counts no more and may be offered again. The next site "
        + "that becomes free is offered; waitlist offer looks for one that is.",
      examples: ["waitlist ask W-3"]),
    CommandSyntax(
      .waitlistOffer, "waitlist offer", summary: "Offer what is free now to those who wait",
      details: "Sites that a command frees are offered by that command. This one ends offers that "
        + "are over, and then looks for free sites."),
  ]

  private static let code = Parameter.live(.waiting, .waiting, "CODE", "the code on the waitlist")
    .required

  private static let wish: [Parameter] =
    [
      .date(.from, "the date of arrival").required
    ] + stayLength + party + [
      .live(.siteClass, .siteClass, "CLASS", "the class of campsites"),
      .word(.type, CommandWords.siteTypes, "TYPE", "the type of campsite"),
      .live(.loop, .loop, "LOOP", "the loop"),
      .flag(.anyway, "wait though a site is free that could be reserved"),
    ]
}
