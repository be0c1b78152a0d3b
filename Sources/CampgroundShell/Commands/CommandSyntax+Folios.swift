extension CommandSyntax {
  /// The commands about what is charged and paid.
  static let folioCommands: [CommandSyntax] = [
    CommandSyntax(
      .pay, "pay",
      [code.required, amount.required, method.required],
      options: [
        .live(
          .reference, .voucher, "TEXT", "the number of the slip or check, or the voucher's code"),
        businessDay,
      ],
      summary: "Take money for a reservation",
      details: """
        What is paid beyond the bill is a credit of the guest; where somebody can answer, that is \
        asked first. A voucher is redeemed by its code as \
        the reference. Amounts may have commas between thousands and the sign of the currency.
        """,
      examples: [
        "pay R-1 100 card reference 4242", "pay R-1 $1,000.00 transfer",
        "pay R-1 20 voucher reference V-HFMV-KX79",
      ]),
    CommandSyntax(
      .refund, "refund",
      [code.required, amount.required],
      options: [
        .text(.reason, "TEXT", "why").required,
        .word(.refundMethod, CommandWords.refundMethods, "METHOD", "how; credit is a voucher"),
        .text(.reference, "TEXT", "the number of the slip or check"),
        .flag(.allowing, "take it off the bill, too, its taxes included"), businessDay,
      ],
      summary: "Give money back",
      details: """
        A refund gives money back; the price stays the same. What goes beyond the guest's credit is \
        due again, unless allowance takes it off the bill in one. Never more goes back than was \
        paid, nor by card than came by card. Without as it goes the way of the last payment; as \
        credit it becomes a voucher.
        """,
      examples: [
        "refund R-1 20 reason \"broken hookup\"",
        "refund R-1 20 reason \"broken hookup\" allowance", "refund R-1 80 reason rain as credit",
      ]),
    CommandSyntax(
      .allowance, "allowance",
      [code.required, amount.required],
      options: [
        .text(.reason, "TEXT", "why").required,
        .live(.taxGroup, .taxGroup, "GROUP", "the group that it is off (default lodging)"),
        businessDay,
      ],
      summary: "Take an amount off the bill of a stay",
      details: """
        It is for what was not as it should be, or as a kindness, also when all nights are charged; a \
        discount by its name is for nights to come. Its taxes go with it. No more is taken off than \
        the stay comes to, also when it becomes cheaper later. What was charged by hand or sold is \
        taken back with reverse. A credit that comes of it can be given back with refund.
        """,
      examples: [
        "allowance R-1 20 reason \"broken hookup\"",
        "allowance R-1 20 reason \"broken hookup\" group lodging",
      ]),
    CommandSyntax(
      .credit, "credit",
      [code.required, .decimal(.amount, "AMOUNT", "how much; all of it by default")],
      options: [
        .date(.until, "the last day on which the voucher is taken"),
        .text(.reason, "TEXT", "why"), businessDay,
      ],
      summary: "Keep a guest's credit as a voucher",
      examples: ["credit R-1", "credit R-1 80 until 2027-12-31"]),
    CommandSyntax(
      .charge, "charge",
      [code.required, amount.required, .text(.item, "ITEM", "what it is for").required],
      options: [
        .live(.taxGroup, .taxGroup, "GROUP", "the group of charges whose taxes come with it"),
        businessDay,
      ],
      summary: "Charge something to a reservation",
      details: """
        Without a group no tax comes with it. There is the group lodging, and each that a tax was \
        added for, as by: tax add "Sales tax" 8% group goods. A stay that is long enough to be free \
        of a tax is free of it here, too.
        """,
      examples: ["charge R-1 12.50 firewood", "charge R-1 12.50 firewood group goods"]),
    CommandSyntax(
      .reverse, "reverse",
      [.integer(.line, in: 1...Int.max, "LINE", "the number of the line").required],
      options: [.text(.reason, "TEXT", "why").required, businessDay],
      summary: "Take a line of a folio back",
      details: """
        A line that is written never changes; another line takes it back, once. The taxes on it go \
        with it. A night that is taken back stays free, whatever becomes of the stay later, reprice \
        included, and a tax that is taken back by itself is not charged on that day again. A payment \
        that was given back stays as long as its refund does.
        """,
      examples: ["reverse 7 reason \"typed twice\""]),
    CommandSyntax(
      .folio, "folio", [code.required],
      options: [.flag(.all, "each line of the ledger, also those of taxes and discounts by day")],
      summary: "Show what was charged to a reservation and paid",
      details: """
        Charges are above zero, payments below. Where several stays are on one bill, each line says \
        whose it is, and what each stay comes to is shown behind the lines. What a draft, a hold or a \
        request comes to is not due: what would be due with it stands behind if booked.
        """,
      examples: ["folio R-1", "folio R-1 all"]),
  ]

  /// The command about all bills.
  static let balanceCommands: [CommandSyntax] = [
    CommandSyntax(
      .balances, "balances",
      [.word(.whereabouts, CommandWords.whereabouts, "WHO", "only those who are there")],
      summary: "List who owes and who has a credit",
      details: """
        What is due most stands first, credits last. A group is one bill. What was agreed and is not \
        charged yet counts; drafts, holds and requests owe nothing.
        """,
      examples: ["balances", "balances in-house"]),
    CommandSyntax(
      .due, "due",
      options: [.date(.through, "the last day that counts; today by default")],
      summary: "List payments due",
      details: """
        Deposits are due on booking, what is left of a bill on the day of arrival, a stay by the month \
        month by month, and what was charged by hand at once. What was paid counts for what is due \
        first. Where a stay has several payments, reservation show lists them.
        """,
      examples: ["due", "due through 2026-07-31"]),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code")
  private static let amount = Parameter.decimal(.amount, "AMOUNT", "how much")
  private static let method = Parameter.word(
    .method, CommandWords.paymentMethods, "METHOD", "how it is paid")

  /// The business day of a line.
  static let businessDay = Parameter.date(.on, "another open day than the business day")
}
