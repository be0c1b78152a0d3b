import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Item, Plan == ItemPlan {
  /// What is sold.
  static var items: Self {
    Resource(
      "item", .item, fields: fields, name: { $0.name }, sentence: { words(for: $0) },
      newPlan: { ItemPlan(price: 0) }, all: { try $0.sales.items() },
      add: { try $0.sales.addItem($1, $2) }, edit: { try $0.sales.edit($1, name: $2, $3) },
      delete: { try $0.sales.delete($1) }
    )
    .detailed { session, item in
      let total = try session.sales.totals(SaleFilter(item: item), by: nil).first
      return [
        ("sales", Cell(total?.saleCount ?? 0)), ("quantity", Cell(total?.quantity ?? 0)),
        ("sold", Cell(total?.amount ?? Money(0, item.price.currency))),
      ]
    }
  }

  private static var fields: [Field<Session, Item, ItemPlan>] {
    [
      .value("price", .money("PRICE", "the price of one piece"), nil, \.price).required()
        .shown(isNumber: true) { Cell($0.price) },
      .value(
        clearable: "group", .taxGroup, "the group of charges whose taxes come with it", \.taxGroup
      ).shown { Cell($0.taxGroup) },
      .value(
        clearable: "stock", .integer(in: 0...1_000_000), "the number of pieces left", \.stock
      ).shown(isNumber: true) { Cell($0.stock) },
      .value("active", .boolean, "whether it is for sale at present", \.isActive).onlyForEditing
        .shown { .boolean($0.isActive) },
    ]
  }

  private static func words(for item: Item) -> String {
    let parts = [
      item.name, "\(item.price)", item.taxGroup.map { "taxed as \($0)" },
      item.stock.map { "\($0) in stock" }, item.isActive ? nil : "not for sale",
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// The commands about what is sold.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          "Add something that is sold",
          details: """
            The price is for one piece, before tax. With a group the taxes of that group come on \
            top. Only an item with a stock is counted down.
            """,
          examples: ["item add firewood price 6.25 stock 40", "item add Ice price 3 group goods"])),
      listCommand(Help("List what is sold")),
      showCommand(Help("Show an item and what it brought in")),
      editCommand(
        Help(
          details: """
            Sales keep the name and price they were made at. A group of "" is taken away; with a \
            stock of "" nobody counts.
            """,
          examples: ["item edit firewood stock 40", "item edit firewood price 6.50"])),
      deleteCommand(Help("Delete an item that was never sold")),
    ]
  }
}
