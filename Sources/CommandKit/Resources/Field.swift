import Rendering

/// A property of the objects that a shell manages: how commands set it, and how answers show it.
///
/// The values in a command are written into a plan, from which a service makes or changes the
/// object.
package struct Field<Context: CommandContext, Object, Plan>: Adjustable, Sendable {
  /// The name of the option.
  package let name: String

  /// The argument of `add`; nil where it cannot be given.
  package private(set) var forAdding: Argument<Context, Change<Plan>?>?

  /// The argument of `edit`; nil where it cannot be changed.
  private(set) var forEditing: Argument<Context, Change<Plan>?>?

  /// The columns, each with its values.
  private(set) var columns: [ShownColumn] = []

  /// A column with its values.
  struct ShownColumn: Sendable {
    let column: ListColumn<Object>
    let place: Place
    var isInLists: Bool { place != .detail && place != .single }
    var isInRecords: Bool { place != .detail }
    var isShown: Bool { place != .summary }
  }

  /// Where a column is shown.
  package enum Place: Sendable {
    /// In lists and in `show`.
    case list
    /// The same, but a narrow terminal may leave it out of lists.
    case aside
    /// Only in `show`.
    case detail
    /// In answers about a single object: in `show`, and after it was added or changed.
    case single
    /// Only in lists, because `show` has it in full.
    case summary
  }

  private init(
    _ name: String, adding: Argument<Context, Change<Plan>?>?,
    editing: Argument<Context, Change<Plan>?>?
  ) {
    self.name = name
    forAdding = adding
    forEditing = editing
  }

  /// Several arguments that change the plan together, with different ones for `add` and `edit`.
  package init(
    adding: Argument<Context, Change<Plan>?>, editing: Argument<Context, Change<Plan>?>
  ) {
    self.init("", adding: adding, editing: editing)
  }

  /// An option without a value: its name alone means yes.
  package static func flag(
    _ name: String, _ summary: String, change: @escaping Change<Plan>
  ) -> Self {
    Self(
      Argument<Context, Bool>.flag(name, summary).map { isGiven in isGiven ? change : nil })
  }

  /// Several arguments that change the plan together.
  package init(_ argument: Argument<Context, Change<Plan>?>) {
    self.init("", adding: argument, editing: argument)
  }

  /// A required value of the object.
  package static func value<Value>(
    _ name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    _ place: any WritableKeyPath<Plan, Value> & Sendable
  ) -> Self {
    value(name, type, summary) { plan, value in plan[keyPath: place] = value }
  }

  /// A value with its own way of changing the plan.
  ///
  /// - Parameter isPositional: whether it may be given without its name in `add`.
  package static func value<Value>(
    _ name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    isPositional: Bool = false, change: @escaping @MainActor (inout Plan, Value) throws -> Void
  ) -> Self {
    let option = Argument<Context, Value?>.option(name, type, summary)
    let adding =
      isPositional
      ? Argument<Context, Value?>.optional(name, type.described(summary)) : option
    return Self(
      name, adding: adding.changing(change),
      editing: (isPositional ? option.main : option).changing(change))
  }

  /// An optional value of the object; empty text or "none" clears it.
  package static func value<Value>(
    clearable name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    _ place: any WritableKeyPath<Plan, Value?> & Sendable
  ) -> Self {
    value(clearable: name, type, summary) { plan, value in plan[keyPath: place] = value }
  }

  /// An optional value of the object with its own way of changing the plan.
  package static func value<Value>(
    clearable name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    change: @escaping @MainActor (inout Plan, Value?) throws -> Void
  ) -> Self {
    let editing = Argument<Context, Value??>.clearable(name, type, summary).changing(change)
    return value(name, type, summary) { plan, value in try change(&plan, value) }
      .with { $0.forEditing = editing }
  }

  /// A value that is shown but cannot be set.
  package static func shown(
    _ name: String, isNumber: Bool = false, in place: Place = .list,
    _ cell: @escaping @MainActor (Object) -> Cell
  ) -> Self {
    Self(name, adding: nil, editing: nil).shown(isNumber: isNumber, in: place, cell)
  }

  /// The same field, shown in a column.
  package func shown(
    as name: String? = nil, isNumber: Bool = false, isWhole: Bool = false,
    in place: Place = .list, _ cell: @escaping @MainActor (Object) -> Cell
  ) -> Self {
    let heading = ResultTable.Column(
      name ?? self.name, alignment: isNumber ? .trailing : .leading,
      rank: place == .aside ? .aside : .first, isWhole: isNumber || isWhole)
    let column = ListColumn(heading: heading, cell: cell)
    return with { $0.columns.append(ShownColumn(column: column, place: place)) }
  }

  /// The same field, which can only be set by `edit`.
  package var onlyForEditing: Self { with { $0.forAdding = nil } }

  /// The same field, which can only be set by `add`.
  package var onlyForAdding: Self { with { $0.forEditing = nil } }

  /// The same field, which is required in `add`, where its value may be given without its name.
  package func required(isPositional: Bool = false) -> Self {
    with {
      $0.forAdding = forAdding?.required(isPositional: isPositional)
      $0.forEditing = forEditing?.main
    }
  }
}
