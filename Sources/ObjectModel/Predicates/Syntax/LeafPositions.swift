/// Where in a format string the leaves of a syntax tree stood, kept beside the tree so that two
/// trees are equal whatever their spelling.
///
/// A leaf is an expression without expressions below it. Leaves are numbered from left
/// to right, an order that is the same in the text and in the tree, so that a walk over
/// the tree need only count.
package struct LeafPositions: Sendable {
  private var offsets: [Int]

  init(_ offsets: [Int] = []) {
    self.offsets = offsets
  }

  mutating func append(_ offset: Int) {
    offsets.append(offset)
  }

  mutating func removeLast(_ count: Int) {
    offsets.removeLast(count)
  }

  var count: Int { offsets.count }

  /// The character offset of a leaf, or nil when the tree did not come from a text.
  package subscript(leaf: Int) -> Int? {
    offsets.indices.contains(leaf) ? offsets[leaf] : nil
  }
}
