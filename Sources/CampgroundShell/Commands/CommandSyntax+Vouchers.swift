extension CommandSyntax {
  /// The commands about vouchers.
  static let voucherCommands: [CommandSyntax] = [
    CommandSyntax(
      .voucherAdd, "voucher add",
      [.decimal(.amount, "AMOUNT", "what it is worth").required],
      options: [
        .live(.guest, .camper, "CAMPER", "whose it is, if not whoever shows it"),
        .date(.until, "the last day on which it is taken"),
        .text(.note, "TEXT", "where it comes from"),
      ],
      summary: "Issue a voucher",
      examples: ["voucher add 50 for \"Johnny Appleseed\" until 2027-12-31 note raffle"]),
    CommandSyntax(
      .voucherList, "voucher list",
      options: [.flag(.open, "only those of which something is left")],
      summary: "List the vouchers"),
    CommandSyntax(
      .voucherShow, "voucher show",
      [.live(.voucher, .voucher, "CODE", "the voucher's code").required],
      summary: "Show a voucher and what was paid with it"),
  ]
}
