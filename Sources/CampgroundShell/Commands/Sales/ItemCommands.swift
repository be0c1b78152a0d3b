import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Item, Plan == ItemPlan {
  /// Items for sale.
  static var items: Self {
    Resource(
      "item", .item, fields: fields, name: { $0.name }, sentence: { words(for: $0) },
      newPlan: { ItemPlan(price: 0) }, all: { try $0.sales.items() },
      add: { (try $0.sales.addItem($1, $2), "") },
      edit: { (try $0.sales.edit($1, name: $2, $4), "") },
      delete: { try $0.sales.delete($1) }
    )
    .with {
      $0.details = { session, item in
        let total = try session.sales.totals(SaleFilter(item: item), by: nil).first
        return [
          ("sales", Cell(total?.saleCount ?? 0)), ("quantity", Cell(total?.quantity ?? 0)),
          ("sold", Cell(total?.amount ?? Money(0, item.price.currency))),
        ]
      }
    }
  }

  private static var fields: [Field<Session, Item, ItemPlan>] {
    [
      .value("price", .money("PRICE", "unit price"), nil, \.price).required()
        .shown(isNumber: true) { Cell($0.price) },
      .value(
        clearable: "group", .taxGroup, "tax group", \.taxGroup
      ).shown { Cell($0.taxGroup) },
      .value("taxincluded", .boolean, "whether the price includes its taxes", \.includesTax)
        .shown { .boolean($0.includesTax) },
      .value(
        clearable: "stock", .integer(in: 0...1_000_000), "number in stock", \.stock
      ).shown(isNumber: true) { Cell($0.stock) },
      .value("active", .boolean, "for sale", \.isActive).onlyForEditing
        .shown { .boolean($0.isActive) },
    ]
  }

  private static func words(for item: Item) -> String {
    let parts = [
      item.name, "\(item.price)",
      item.taxGroup.map { item.includesTax ? "\($0) tax included" : "taxed as \($0)" },
      item.stock.map { "\($0) in stock" }, item.isActive ? nil : "not for sale",
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// The commands about items.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      "Add an item for sale", synonyms: ["product", "store", "inventory"],
      details: """
        The price is per unit. With a group, the taxes of that group are added, unless the price \
        includes them: taxincluded yes. \
        Set stock to have sales counted.
        """,
      examples: [
        "item add firewood price 6.25 stock 40", "item add Ice price 3 group goods",
        "item add Propane price 21.70 group goods taxincluded yes",
      ])

    listCommand.explained(
      "List the items for sale", synonyms: ["product", "store", "price list"]
    )
    .inParts

    showCommand.explained("Show an item and its sales", synonyms: ["stock", "in stock"])

    editCommand.explained(
      details: """
        Past sales keep their name and price. "" clears the group; "" for stock stops \
        counting.
        """,
      examples: ["item edit firewood stock 40", "item edit firewood price 6.50"])

    deleteCommand.explained(refuses: "an item that was sold")
  }
}
