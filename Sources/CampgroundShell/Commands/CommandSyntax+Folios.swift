extension CommandSyntax {
  /// The commands about what is charged and paid.
  static let folioCommands: [CommandSyntax] = [
    CommandSyntax(
      .pay, "pay",
      [code.required, amount.required, method.required],
      options: [
        .text(.reference, "TEXT", "the number of the slip or check, or the voucher's code"),
        businessDay,
      ],
      summary: "Take money for a reservation",
      details: """
        What is paid beyond the bill is to the good of the guest. A voucher is redeemed by its code \
        as the reference.
        """,
      examples: [
        "pay R-1 100 card reference 4242", "pay R-1 20 voucher reference V-HFMV-KX79",
      ]),
    CommandSyntax(
      .refund, "refund",
      [code.required, amount.required],
      options: [
        .text(.reason, "TEXT", "why").required,
        .word(.refundMethod, CommandWords.refundMethods, "METHOD", "how; credit is a voucher"),
        .text(.reference, "TEXT", "the number of the slip or check"), businessDay,
      ],
      summary: "Give money back",
      details: """
        What the guest has to the good goes first; what goes beyond it is taken off the bill. Never \
        more goes back than was paid, nor by card than came by card. Without as it goes the way of \
        the last payment; as credit it becomes a voucher, of what is to the good alone.
        """,
      examples: ["refund R-1 20 reason \"broken hookup\"", "refund R-1 80 reason rain as credit"]),
    CommandSyntax(
      .credit, "credit",
      [code.required, .decimal(.amount, "AMOUNT", "how much; all of it by default")],
      options: [
        .date(.until, "the last day on which the voucher is taken"),
        .text(.reason, "TEXT", "why"), businessDay,
      ],
      summary: "Keep what a guest has to the good as a voucher",
      examples: ["credit R-1", "credit R-1 80 until 2027-12-31"]),
    CommandSyntax(
      .charge, "charge",
      [code.required, amount.required, .text(.item, "ITEM", "what it is for").required],
      options: [
        .text(.taxGroup, "GROUP", "the group of charges whose taxes come with it"), businessDay,
      ],
      summary: "Charge something to a reservation",
      examples: ["charge R-1 12.50 firewood", "charge R-1 12.50 firewood group goods"]),
    CommandSyntax(
      .reverse, "reverse",
      [.integer(.line, in: 1...Int.max, "LINE", "the number of the line").required],
      options: [.text(.reason, "TEXT", "why").required, businessDay],
      summary: "Take a line of a folio back",
      details: "A line that is written never changes; another line takes it back, once.",
      examples: ["reverse 7 reason \"typed twice\""]),
    CommandSyntax(
      .folio, "folio", [code.required],
      summary: "Show what was charged to a reservation and paid",
      examples: ["folio R-1"]),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code")
  private static let amount = Parameter.decimal(.amount, "AMOUNT", "how much")
  private static let method = Parameter.word(
    .method, CommandWords.paymentMethods, "METHOD", "how it is paid")

  /// The business day of a line.
  static let businessDay = Parameter.date(.on, "the business day, if not today")
}
