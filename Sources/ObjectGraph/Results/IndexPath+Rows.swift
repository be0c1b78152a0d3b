import Foundation

/// Index paths of two numbers, as results and tables use them.
extension IndexPath {
  /// The path of a row in a section.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The path of an item in a section, which is the same as that of a row.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section; -1 if the path has none.
  public var section: Int { count > 0 ? self[0] : -1 }

  /// The row in the section; -1 if the path has none.
  public var row: Int { count > 1 ? self[1] : -1 }

  /// The item in the section; -1 if the path has none.
  public var item: Int { row }
}
