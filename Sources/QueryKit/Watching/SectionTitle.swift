import ObjectGraph
import Rendering

/// What the rows of a section have in common, as it is shown.
struct SectionTitle {
  let keyPath: String
  private let table: EntityTable
  /// The property at the end of the path.
  private let property: PropertyDescription?

  init(_ keyPath: String, of entity: EntityDescription, in table: EntityTable) {
    self.table = table
    self.keyPath = keyPath
    let keys = keyPath.split(separator: ".").map(String.init)
    property = keys.last.flatMap { entity.properties(at: keys.dropLast())[$0] }
  }

  /// The title of the section that an object is in.
  ///
  /// - Throws: when its row is gone from the store.
  func cell(of object: ManagedObject) throws -> Cell {
    guard let property else { return .null }
    return table.cell(of: try object.value(forKeyPath: keyPath), property)
  }

  /// The title in words: a text by itself, anything else with the key that it is the value of.
  func text(of cell: Cell) -> String {
    let key = keyPath.split(separator: ".").last ?? ""
    switch cell {
    case .null, .text(""): return "no \(key)"
    case .text(let text): return text
    default: return "\(key) \(cell.plainText ?? "")"
    }
  }
}
