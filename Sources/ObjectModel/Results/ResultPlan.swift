/// The values that a fetch returns instead of objects, with all names resolved.
package struct ResultPlan: Sendable {
  /// A value of each row, or of each group of rows.
  package struct Column: Sendable {
    package let expression: ResolvedExpression

    /// A stand-in for the value under HAVING and in the sort order: an attribute or a to-one
    /// relationship that belongs to no entity of the model.
    package let stand: PropertyDescription

    /// The type to which values are converted, or `.undefined`.
    package let wantedType: AttributeType

    /// The key of the value in dictionaries and composite values.
    package let name: String
  }

  /// The columns behind a key of a dictionary.
  package indirect enum Shape: Sendable {
    case column(Int)
    /// The non-nil elements of a composite attribute, or nothing.
    case composite([(name: String, shape: Shape)])
  }

  package var columns: [Column] = []

  /// The keys of the dictionaries.
  package var shapes: [(name: String, shape: Shape)] = []

  /// The grouping expressions.
  package var groups: [ResolvedExpression] = []

  /// Whether there is one result for each group of rows; without `groups`, all rows form one group.
  package var isGrouped = false

  /// Selects the groups; it reads the columns' stand-ins.
  package var having: ResolvedPredicate?

  /// Whether duplicate results are removed.
  package var isDistinct = false

  /// Most significant first; they read the columns' stand-ins and, if there is one result for each
  /// row, properties of the rows.
  package var sorts: [ResolvedSortDescriptor] = []

  package init() {}

  /// Whether results that compare as equal are ordered by the rows' primary keys.
  package var isOfRows: Bool { !isGrouped && !isDistinct }

  /// Whether it reads values that may be stored externally.
  package var readsExternalData: Bool {
    columns.contains { $0.expression.path?.attribute?.allowsExternalBinaryDataStorage == true }
  }

  /// The transient attributes that it reads; a store cannot evaluate them.
  package var transientAttributes: [AttributeDescription] {
    (columns.map(\.expression) + groups)
      .flatMap { ResolvedNode.expression($0).transientAttributes }
      + sorts.compactMap(\.path.attribute).filter(\.isTransient)
  }
}
