import ObjectGraph
import Rendering

/// The columns of a full-screen list, most informative first, as there is seldom room for all.
///
/// The order is: the object's label, the sort keys, the to-one relationships, the attributes, and
/// relationships to the style's common entity. The headings show the section key.
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

  /// The cells of an object's row. The first, its label, is null if another column shows the same.
  ///
  /// - Throws: an error if the object is no longer in the store.
  func cells(of object: ManagedObject) throws -> [Cell] {
    let cells = try properties.map { try table.cell(of: $0, of: object) }
    let label = table.style.text(of: object)
    let isKnown = label.contains("://") || cells.contains { $0.plainText == label }
    return [isKnown ? .null : .text(label)] + cells
  }
}
