/// A join table as one of its two relationships sees it.
struct JoinSide: Sendable {
  let join: JoinMapping
  let isForward: Bool

  var table: String { join.table }
  var sourceColumn: String { isForward ? join.sourceColumn : join.destinationColumn }
  var destinationColumn: String { isForward ? join.destinationColumn : join.sourceColumn }

  /// The column of each destination's place, or nil when this side is not ordered.
  var orderColumn: String? {
    isForward ? join.destinationOrderColumn : join.sourceOrderColumn
  }
}
