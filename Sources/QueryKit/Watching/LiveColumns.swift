import ObjectGraph
import Rendering

/// The columns of a list that fills the screen, those that tell most before the others: there is
/// seldom room for all.
///
/// First comes what people call the object, then what the list is sorted by, what the object leads to,
/// and the rest as `fetch` has it. What the sections stand for is in their headings.
struct LiveColumns {
  private let properties: [PropertyDescription]
  private let table: EntityTable
  let columns: [ResultTable.Column]

  init(_ list: WatchedList, sortedBy keys: [String]) {
    table = list.table
    let style = table.style
    let all = table.properties.filter { $0.keyPath != list.title?.keyPath }
    let ranks = all.map { property in
      keys.firstIndex(of: property.keyPath) ?? keys.count + Self.rank(of: property, style)
    }
    let order = all.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    properties = order.map { all[$0] }
    let label = ResultTable.Column(style.noun(list.entity.name ?? ""))
    columns = [label] + properties.map(EntityTable.column)
  }

  private static func rank(of property: PropertyDescription, _ style: CellStyle) -> Int {
    guard let relationship = property as? RelationshipDescription else { return 1 }
    let destination = relationship.destinationEntity?.name
    return destination != nil && destination == style.commonEntity ? 2 : 0
  }

  /// The row of an object; it begins with a null where another column has what it is called.
  ///
  /// - Throws: when its row is gone from the store.
  func cells(of object: ManagedObject) throws -> [Cell] {
    let cells = try properties.map { try table.cell(of: $0, of: object) }
    let label = table.style.text(of: object)
    let isKnown = label.contains("://") || cells.contains { $0.plainText == label }
    return [isKnown ? .null : .text(label)] + cells
  }
}
