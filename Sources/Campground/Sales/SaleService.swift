import Foundation
import ObjectGraph

/// Manages items and sales.
///
///     let sales = SaleService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let firewood = try sales.addItem("firewood", ItemPlan(price: 6.25, stock: 40))
///     let sale = try sales.addSale(of: .item(firewood), quantity: 2, by: kasey)
///     print(sale.code, sale.amount)      // S-1 $12.50
///
/// The money of a sale is in the ledger exactly once: as lines on the bill of the stay it is
/// charged to, or as a folio of its own that is paid in full, so that each day counts it like all
/// other money.
public final class SaleService: Service {
  // MARK: Items

  /// Adds an item.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and for a price that is negative,
  ///   too precise or too large; `.nameTaken`, `.outOfRange`, and `.unknown` for a group without a
  ///   tax.
  @discardableResult
  public func addItem(_ name: String, _ plan: ItemPlan) throws -> Item {
    try scope.add(name, plan, Item.init(context:))
  }

  /// Changes an item: the closure receives the current properties and modifies them. Past sales
  /// keep their texts and amounts.
  ///
  /// - Throws: as `addItem(_:_:)`; `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ item: Item, name: String? = nil, _ change: (inout ItemPlan) throws -> Void = { _ in }
  ) throws -> Item {
    try scope.edit(item, name: name, change)
  }

  /// Deletes an item that was never sold.
  ///
  /// - Throws: `CampgroundError.inUse`, which names the sales; `.gone`.
  public func delete(_ item: Item) throws { try scope.delete(item) }

  /// The items of the campground, by name.
  public func items() throws -> [Item] { try scope.rules(in: managedObjectContext) }

  /// The item with a name, regardless of case if no other item has the same name in another case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func findItem(_ name: String) throws -> Item { try scope.findRule(name) }

  // MARK: Sales

  /// The sale with a code, `S-7` or `s-7`.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ code: String) throws -> Sale {
    let word = NameRule.optional(code) ?? ""
    guard let campground = try scope.campground(in: managedObjectContext),
      let sale: Sale = try scope.object(coded: word, in: managedObjectContext),
      sale.campground === campground
    else { throw CampgroundError.unknown(.named("sale", word), "sale \(word)", fix: .list(.sales)) }
    return sale
  }

  /// The matching sales, reversals included, the latest first.
  ///
  /// - Parameters:
  ///   - limit: the most sales to return, or 0 for all.
  ///   - offset: the number of sales to skip.
  /// - Throws: `CampgroundError.invalidValue` for dates in reverse order.
  public func list(
    _ filter: SaleFilter = SaleFilter(), limit: Int = 0, offset: Int = 0
  ) throws -> Page<Sale> {
    let request = FetchRequest<Sale>(
      try filter.predicate(at: scope.campground(in: managedObjectContext)),
      by: ["-day", "-number"], prefetching: ["employee", "reservation"])
    return try managedObjectContext.page(of: request, limit: limit, offset: offset)
  }

  /// The totals of the matching sales, added up in the store.
  ///
  /// - Parameter grouping: what to group by; nil for a single total.
  /// - Returns: The totals in the order of their groups, sales without a value first; empty where
  ///   nothing was sold.
  /// - Throws: `CampgroundError.invalidValue` for dates in reverse order, and for a sum beyond 64
  ///   bits.
  public func totals(
    _ filter: SaleFilter = SaleFilter(), by grouping: SaleGrouping?
  ) throws -> [SaleTotal] {
    try totals(filter, by: [grouping].compactMap { $0 }).map(\.total)
  }

  /// The totals by several groupings at once, each with its value for every grouping.
  func totals(
    _ filter: SaleFilter, by groupings: [SaleGrouping]
  ) throws -> [(labels: [String?], total: SaleTotal)] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let keys = groupings.map(\.keyPath)
    return try groups(
      of: "Sale", by: keys, counting: ["reverses"], adding: ["quantity", "amountMinor"],
      inOrder: true, where: filter.predicate(at: campground)
    ).compactMap { row in
      guard row.count > 0 else { return nil }
      let labels = keys.map { key in row.date(key).map { "\($0)" } ?? row.text(key) }
      return (
        labels,
        SaleTotal(
          label: labels.first ?? nil,
          // A reversal cancels one sale and is not a sale itself, so it counts twice.
          saleCount: row.count - 2 * row.count(of: "reverses"),
          quantity: Int(clamping: row.sum("quantity")),
          amount: Money(minorUnits: row.sum("amountMinor"), campground.currency))
      )
    }
  }
}
