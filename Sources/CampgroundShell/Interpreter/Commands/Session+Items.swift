import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about what is sold.
extension Session {
  func addItem(_ command: ParsedCommand) throws -> Answer {
    var plan = ItemPlan(price: try command.require(.price))
    take(command, into: &plan)
    let item = try sales.addItem(try command.require(.name), plan)
    return .message("Added item \(Self.words(for: item))", record: record(of: item))
  }

  func listItems() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.itemColumns, rows: try sales.items().map { record(of: $0).map(\.value) }),
      empty: "No items yet; add one with item add")
  }

  func showItem(_ command: ParsedCommand) throws -> Answer {
    let item = try item(command)
    let total = try sales.totals(SaleFilter(item: item), by: nil).first
    return .details(
      record(of: item) + [
        ("sales", Cell(total?.saleCount ?? 0)), ("quantity", Cell(total?.quantity ?? 0)),
        ("sold", Cell(total?.amount ?? Money(0, item.price.currency))),
      ], lists: [])
  }

  func editItem(_ command: ParsedCommand) throws -> Answer {
    let item = try item(command)
    try requireChange(command)
    let changed = try sales.edit(item, name: command[.name]) { plan in
      if let price: Decimal = command[.price] { plan.price = price }
      take(command, into: &plan)
    }
    return .message("Changed item \(Self.words(for: changed))", record: record(of: changed))
  }

  func deleteItem(_ command: ParsedCommand) throws -> Answer {
    let item = try item(command)
    let (name, record) = (item.name, record(of: item))
    try sales.delete(item)
    return .message("Deleted item \(name)", record: record)
  }

  private func take(_ command: ParsedCommand, into plan: inout ItemPlan) {
    if let group: String = command[.taxGroup] { plan.taxGroup = group }
    if let stock = command[.stock] { plan.stock = stock }
    if command.clears(.stock) { plan.stock = nil }
    if let isActive = command[.active] { plan.isActive = isActive }
  }

  private static func words(for item: Item) -> String {
    let parts = [
      item.name, "\(item.price)", item.taxGroup.map { "taxed as \($0)" },
      item.stock.map { "\($0) in stock" }, item.isActive ? nil : "not for sale",
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  private static let itemColumns: [ResultTable.Column] = [
    .init("item"), .number("price"), .init("group"), .number("stock"), .init("active"),
  ]

  private func record(of item: Item) -> Answer.Record {
    let values: [Cell] = [
      .text(item.name), Cell(item.price), Cell(item.taxGroup), Cell(item.stock),
      .boolean(item.isActive),
    ]
    return zip(Self.itemColumns, values).map { ($0.name, $1) }
  }
}
