import ObjectStore

/// Identifies a row by its entity hierarchy and key.
struct RowPlace: Hashable {
  let root: Int
  let key: Int64
}

extension RowPlace {
  init(_ layout: EntityLayout, _ key: Int64) { self.init(root: layout.rootNumber, key: key) }
}
