extension CommandSyntax {
  /// The commands about discounts, fees, taxes and deposits.
  static let chargeCommands: [CommandSyntax] = [
    CommandSyntax(
      .taxAdd, "tax add",
      [.text(.name, "NAME", "the tax's name").required, share.required],
      options: taxTerms,
      summary: "Add a tax",
      details: """
        A percentage is of all that the stay has in a group, rounded once; nights are in the group \
        lodging, which is meant where none is named. An amount is charged per stay or by what per \
        says. A tax may be for one type of site, and for the nights from one through another: where \
        it changes, the old one ends and a new one begins, and each night of a stay has its own.
        """,
      examples: [
        "tax add \"Lodging tax\" 12.35% exempt 30", "tax add \"Sales tax\" 8% group goods",
        "tax add \"Tourist tax\" 2 per person-night", "tax add \"Sales tax\" 8% kept yes",
        "tax add \"Cabin tax 2027\" 7% from 2027-01-01 type cabin",
      ]),
    CommandSyntax(.taxList, "tax list", summary: "List the taxes"),
    CommandSyntax(.taxShow, "tax show", [tax.required], summary: "Show a tax"),
    CommandSyntax(
      .taxEdit, "tax edit", [tax.required],
      options: [newName, share]
        + taxTerms.map { ["from", "until", "class"].contains($0.name) ? $0.clearable : $0 },
      summary: "Change a tax",
      details: "A date or a class of \"\" is taken away, and a type by any.",
      examples: [
        "tax edit \"Lodging tax\" amount 13%", "tax edit \"Lodging tax\" until 2026-12-31",
      ]),
    CommandSyntax(.taxDelete, "tax delete", [tax.required], summary: "Delete a tax"),
    CommandSyntax(
      .feeAdd, "fee add",
      [
        .text(.name, "NAME", "the fee's name").required,
        .decimal(.amount, "AMOUNT", "the amount").required,
      ],
      options: feeTerms,
      summary: "Add a fee",
      details: """
        It is charged per stay or by what per says, on the nights that it is for; what is charged \
        once, on the first of them. Where two people are included, it is for the third and those \
        behind. With a group it is taxed as that group is, lodging for instance. It is not given \
        back when the stay is called off, unless it is refundable.
        """,
      examples: [
        "fee add Booking 8", "fee add Dogs 3 per pet-night group lodging refundable yes",
        "fee add \"Extra person\" 5 per person-night included 2 season Summer type rv",
        "fee add \"Extra child\" 3 per child included 2",
      ]),
    CommandSyntax(.feeList, "fee list", summary: "List the fees"),
    CommandSyntax(.feeShow, "fee show", [fee.required], summary: "Show a fee"),
    CommandSyntax(
      .feeEdit, "fee edit", [fee.required],
      options: [newName, .decimal(.amount, "AMOUNT", "the new amount")]
        + feeTerms.map {
          ["group", "season", "weekdays", "from", "until", "class"].contains($0.name)
            ? $0.clearable : $0
        },
      summary: "Change a fee",
      details: """
        A group, season, weekdays, class or a date of \"\" are taken away, a type by any, and what \
        is included by 0.
        """,
      examples: ["fee edit Booking amount 9", "fee edit \"Extra person\" included 4"]),
    CommandSyntax(.feeDelete, "fee delete", [fee.required], summary: "Delete a fee"),
    CommandSyntax(
      .discountAdd, "discount add",
      [.text(.name, "NAME", "the discount's name").required, share.required],
      options: discountTerms,
      summary: "Add a discount",
      details: """
        A percentage is of the nights that it is for, an amount is off the whole stay. It is given \
        to who asks for it, or to all where it is automatic. No night falls below zero.
        """,
      examples: [
        "discount add Senior 10%",
        "discount add Midweek 20% weekdays sun-thu minnights 3 automatic yes",
      ]),
    CommandSyntax(.discountList, "discount list", summary: "List the discounts"),
    CommandSyntax(
      .discountShow, "discount show", [discount.required], summary: "Show a discount"),
    CommandSyntax(
      .discountEdit, "discount edit", [discount.required],
      options: [newName, share]
        + discountTerms.map {
          ["season", "weekdays", "class"].contains($0.name) ? $0.clearable : $0
        },
      summary: "Change a discount",
      details: "A season, class or weekdays of \"\" are taken away, and a type by any.",
      examples: ["discount edit Senior active no"]),
    CommandSyntax(
      .discountDelete, "discount delete", [discount.required], summary: "Delete a discount",
      details: "One that reservations have by name is kept; make it inactive instead."),
    CommandSyntax(
      .depositAdd, "deposit add", [.text(.name, "NAME", "the rule's name").required, share],
      options: depositTerms,
      summary: "Add a rule about what is paid when a stay is booked",
      details: """
        It is a percentage of the total, an amount, or the price of some first nights. Of the rules \
        that fit a stay the most specific one is taken.
        """,
      examples: ["deposit add Half 50%", "deposit add \"First night\" nights 1 minnights 2"]),
    CommandSyntax(.depositList, "deposit list", summary: "List the rules about deposits"),
    CommandSyntax(
      .depositShow, "deposit show", [deposit.required], summary: "Show a rule about deposits"),
    CommandSyntax(
      .depositEdit, "deposit edit", [deposit.required],
      options: [newName, share] + depositTerms.map { $0.name == "class" ? $0.clearable : $0 },
      summary: "Change a rule about deposits", examples: ["deposit edit Half amount 25%"]),
    CommandSyntax(
      .depositDelete, "deposit delete", [deposit.required],
      summary: "Delete a rule about deposits"),
  ]

  private static let tax = Parameter.live(.taxRule, .tax, "TAX", "the tax's name")
  private static let fee = Parameter.live(.feeRule, .fee, "FEE", "the fee's name")
  private static let discount = Parameter.live(
    .discount, .discount, "DISCOUNT", "the discount's name")
  private static let deposit = Parameter.live(.deposit, .deposit, "RULE", "the rule's name")

  private static let newName = Parameter.text(.name, "NAME", "the new name")
  private static let share = Parameter.text(.share, "AMOUNT|PERCENT%", "an amount or a percentage")
  private static let active = Parameter.boolean(.active, "whether it is applied")
  private static let type = Parameter.word(
    .type, CommandWords.ruleTypes, "TYPE", "the type of site")
  private static let basis = Parameter.word(
    .basis, CommandWords.bases, "BASIS", "what the amount is counted by")
  private static let group = Parameter.live(
    .taxGroup, .taxGroup, "GROUP", "the group of charges for taxes")
  private static let minimumNights = Parameter.integer(
    .minimumNights, in: 0...1_000, "N", "how many nights the stay must have, 0 for any")

  private static let season = Parameter.live(
    .season, .season, "SEASON", "the season of the nights")
  private static let weekdays = Parameter.text(
    .weekdays, "DAYS", "the weekdays of the nights, fri,sat or mon-thu")
  private static let dates: [Parameter] = [
    .date(.from, "the first night it is for"), .date(.until, "the last night it is for"),
  ]

  private static let taxTerms: [Parameter] =
    [basis, group] + dates + [
      classOfRule, type,
      .integer(
        .exempt, in: 0...1_000, "N", "from how many nights on a stay is free of it, 0 for never"),
      .boolean(.keptMoney, "whether money that is kept of nights given up is taxed; no by default"),
      active,
    ]
  private static let feeTerms: [Parameter] =
    [
      basis,
      .integer(
        .included, in: 0...1_000, "N", "how many people, vehicles or pets it is not for, 0 for none"
      ),
      group, season, weekdays,
    ] + dates + [
      classOfRule, type, .boolean(.refundable, "whether it is given back"), active,
    ]
  private static let discountTerms: [Parameter] = [
    season, weekdays, minimumNights, classOfRule, type,
    .boolean(.automatic, "whether it is given without being asked for"),
    active,
  ]
  private static let depositTerms: [Parameter] = [
    .integer(.nights, in: 1...1_000, "N", "the price of how many first nights"),
    minimumNights, classOfRule, type, active,
  ]
}
