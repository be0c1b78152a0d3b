import Campground

extension CommandSyntax {
  /// The commands about sales.
  static let saleCommands: [CommandSyntax] = [
    CommandSyntax(
      .saleAdd, "sale add",
      [.decimal(.amount, "AMOUNT", "what all pieces cost before tax; price × quantity by default")],
      options: [
        .live(.item, .item, "ITEM", "the item, or what else is sold").required,
        .integer(.quantity, in: 1...1_000_000, "N", "the number of pieces; 1 by default"),
        .live(.seller, .employee, "EMPLOYEE", "who sells it"),
        .word(.method, CommandWords.moneyMethods, "METHOD", "how it is paid; cash by default"),
        .live(.chargedStay, .reservation, "CODE", "the stay that it is charged to instead"), group,
        businessDay,
      ],
      summary: "Sell something",
      details: """
        An item has its price, its tax group and its stock. Anything else is sold under the words \
        given, for the amount given, taxed in the group given. What is charged to a stay is on its \
        bill; what is paid is in the money of the day.
        """,
      examples: [
        "sale add 12.50 item firewood by \"Kasey Mcfarland\"",
        "sale add item firewood quantity 2 method card", "sale add item firewood charge R-1",
      ]),
    CommandSyntax(
      .saleList, "sale list",
      options: [
        .date(.on, "only those of a business day"),
        .date(.from, "only those from a business day on"),
        .date(.to, "only those through a business day"),
        .live(.employee, .employee, "EMPLOYEE", "only those that an employee made"),
        .live(.department, .department, "DEPARTMENT", "only those that a department made"),
        .live(.item, .item, "ITEM", "only those of an item"),
        .word(
          .saleGrouping, SaleGrouping.allCases.map(\.rawValue), "WHAT", "add them up by something"),
      ] + partOfList,
      summary: "List sales, or add them up",
      details: "A sale that was taken back is listed with the one that takes it back.",
      examples: ["sale list on today", "sale list from 2026-07-01 to 2026-07-31 by employee"]),
    CommandSyntax(
      .saleShow, "sale show", [sale.required], summary: "Show a sale and the lines of its bill"),
    CommandSyntax(
      .saleDelete, "sale delete", [sale.required],
      options: [.text(.reason, "TEXT", "why")],
      summary: "Take a sale back",
      details: """
        Nothing is erased: another sale takes it back, on the business day, with its taxes. What was \
        paid is given back in the same way, what was charged to a stay is reversed on its bill, and \
        the pieces are in stock again.
        """,
      examples: ["sale delete S-1 reason \"wrong item\""]),
  ]

  private static let sale = Parameter.live(.sale, .sale, "CODE", "the sale's code")
  private static let group = Parameter.live(
    .taxGroup, .taxGroup, "GROUP", "the group of charges whose taxes come with it")
}
