/// The values that a fetch gives instead of objects, with every name looked up.
package struct ResultPlan: Sendable {
  /// One value of each row, or of each group of rows.
  package struct Column: Sendable {
    package let expression: ResolvedExpression

    /// What stands for the value under HAVING and in the order: an attribute or a to-one
    /// relationship of no entity of the model.
    package let stand: PropertyDescription

    /// The type to which values are converted, or `.undefined`.
    package let wantedType: AttributeType

    /// What the dictionaries and the values of composites have it under.
    package let name: String
  }

  /// Which of the columns a key of a dictionary has.
  package indirect enum Shape: Sendable {
    case column(Int)
    /// The elements of a composite attribute that are not nil, or nothing.
    case composite([(name: String, shape: Shape)])
  }

  package var columns: [Column] = []

  /// The keys of the dictionaries.
  package var shapes: [(name: String, shape: Shape)] = []

  /// What rows of one group have in common.
  package var groups: [ResolvedExpression] = []

  /// Whether there is one result for each group of rows; all rows are one
  /// when there are no `groups`.
  package var isGrouped = false

  /// Which groups; it reads the columns' stands.
  package var having: ResolvedPredicate?

  /// Whether equal results come once.
  package var isDistinct = false

  /// Most significant first; they read the columns' stands, and properties of the rows where there
  /// is one result for each row.
  package var sorts: [ResolvedSortDescriptor] = []

  package init() {}

  /// Whether results that compare as equal are in the order of the rows' primary keys.
  package var isOfRows: Bool { !isGrouped && !isDistinct }

  /// Whether it has values that may lie in files beside the store.
  package var readsExternalData: Bool {
    columns.contains { $0.expression.path?.attribute?.allowsExternalBinaryDataStorage == true }
  }

  /// The transient attributes that it reads; a store cannot evaluate those.
  package var transientAttributes: [AttributeDescription] {
    (columns.map(\.expression) + groups)
      .flatMap { ResolvedNode.expression($0).transientAttributes }
      + sorts.compactMap(\.path.attribute).filter(\.isTransient)
  }
}
