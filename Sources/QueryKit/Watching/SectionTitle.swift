import ObjectGraph
import Rendering

/// Titles of sections, from the value that a section's rows share.
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

  /// The value that the section of an object is titled by.
  ///
  /// - Throws: an error if the object is no longer in the store.
  func cell(of object: ManagedObject) throws -> Cell {
    guard let property else { return .null }
    return table.cell(of: try object.value(forKeyPath: keyPath), property)
  }

  /// The title as text: a string as is, any other value after the name of its key.
  func text(of cell: Cell) -> String {
    let key = keyPath.split(separator: ".").last ?? ""
    switch cell {
    case .null, .text(""): return "no \(key)"
    case .text(let text): return text
    default: return "\(key) \(cell.plainText ?? "")"
    }
  }
}
