import Rendering

/// A property of things that a shell keeps: how commands give it, and how answers show it.
///
/// What a command gives is written into a plan, from which a service makes or changes the thing.
package struct Field<Context: CommandContext, Object, Plan>: Sendable {
  /// What a command does to the plan.
  package typealias Change = @MainActor (inout Plan) throws -> Void

  /// The name of the option.
  let name: String

  /// The argument of `add`; nil where it is not given there.
  let forAdding: Argument<Context, Change?>?

  /// The argument of `edit`; nil where it cannot be changed.
  let forEditing: Argument<Context, Change?>?

  /// The columns, each with its values.
  private(set) var columns: [ShownColumn] = []

  /// A column, and what stands in it.
  struct ShownColumn: Sendable {
    let heading: ResultTable.Column
    let place: Place
    let cell: @MainActor (Object) -> Cell
    var isInLists: Bool { place != .detail && place != .single }
    var isInRecords: Bool { place != .detail }
    var isShown: Bool { place != .summary }
  }

  /// Where a column stands.
  package enum Place: Sendable {
    /// In lists and in what `show` tells.
    case list
    /// There too, unless the terminal is narrow.
    case aside
    /// Only in what `show` tells.
    case detail
    /// In what is told of one thing, by `show` and once it was added or changed.
    case single
    /// Only in lists, as `show` tells it at length.
    case summary
  }

  private init(
    _ name: String, adding: Argument<Context, Change?>?, editing: Argument<Context, Change?>?
  ) {
    self.name = name
    forAdding = adding
    forEditing = editing
  }

  /// Several arguments that change the plan together, not the same for what is added as for what is
  /// changed.
  package init(adding: Argument<Context, Change?>, editing: Argument<Context, Change?>) {
    self.init("", adding: adding, editing: editing)
  }

  /// A word that alone says yes.
  package static func flag(
    _ name: String, _ summary: String, change: @escaping Change
  ) -> Self {
    Self(
      Argument<Context, Bool>.flag(name, summary).map { isGiven in isGiven ? change : nil })
  }

  /// Several arguments that change the plan together.
  package init(_ argument: Argument<Context, Change?>) {
    self.init("", adding: argument, editing: argument)
  }

  /// A value that the thing always has.
  package static func value<Value>(
    _ name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    _ place: any WritableKeyPath<Plan, Value> & Sendable
  ) -> Self {
    value(name, type, summary) { plan, value in plan[keyPath: place] = value }
  }

  /// A value that changes the plan in a way of its own.
  ///
  /// - Parameter isPositional: whether it may stand without its name when a thing is added.
  package static func value<Value>(
    _ name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    isPositional: Bool = false, change: @escaping @MainActor (inout Plan, Value) throws -> Void
  ) -> Self {
    let option = Argument<Context, Value?>.option(name, type, summary)
    let adding =
      isPositional
      ? Argument<Context, Value?>.optional(name, type.described(summary)) : option
    return Self(
      name, adding: adding.map { value in Self.change(by: value, change) },
      editing: (isPositional ? option.main : option).map { value in
        Self.change(by: value, change)
      })
  }

  /// A value that the thing may have; empty text takes it away.
  package static func value<Value>(
    clearable name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    _ place: any WritableKeyPath<Plan, Value?> & Sendable
  ) -> Self {
    value(clearable: name, type, summary) { plan, value in plan[keyPath: place] = value }
  }

  /// A value that the thing may have and that changes the plan in a way of its own.
  package static func value<Value>(
    clearable name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil,
    change: @escaping @MainActor (inout Plan, Value?) throws -> Void
  ) -> Self {
    let editing = Argument<Context, Value??>.clearable(name, type, summary)
      .map { value in Self.change(by: value, change) }
    let adding = value(name, type, summary) { plan, value in try change(&plan, value) }
    return Self(name, adding: adding.forAdding, editing: editing)
  }

  @MainActor
  private static func change<Value>(
    by value: Value?, _ change: @escaping @MainActor (inout Plan, Value) throws -> Void
  ) -> Change? {
    guard let value else { return nil }
    return { plan in try change(&plan, value) }
  }

  /// What is shown and not given.
  package static func shown(
    _ name: String, isNumber: Bool = false, in place: Place = .list,
    _ cell: @escaping @MainActor (Object) -> Cell
  ) -> Self {
    Self(name, adding: nil, editing: nil).shown(isNumber: isNumber, in: place, cell)
  }

  /// The same field, shown in a column.
  package func shown(
    as name: String? = nil, isNumber: Bool = false, in place: Place = .list,
    _ cell: @escaping @MainActor (Object) -> Cell
  ) -> Self {
    var copy = self
    copy.columns.append(
      ShownColumn(
        heading: ResultTable.Column(
          name ?? self.name, alignment: isNumber ? .trailing : .leading, isAside: place == .aside),
        place: place, cell: cell))
    return copy
  }

  /// The same field, which is only given when a thing is changed.
  package var onlyForEditing: Self {
    var copy = Self(name, adding: nil, editing: forEditing)
    copy.columns = columns
    return copy
  }

  /// The same field, which is only given when a thing is added.
  package var onlyForAdding: Self {
    var copy = Self(name, adding: forAdding, editing: nil)
    copy.columns = columns
    return copy
  }

  /// The same field, which `add` needs; its value may stand without its name there.
  package func required(isPositional: Bool = false) -> Self {
    var copy = Self(
      name, adding: forAdding?.required(isPositional: isPositional), editing: forEditing?.main)
    copy.columns = columns
    return copy
  }
}

extension Argument {
  /// A plan, with what is given for fields of a thing that is added.
  package static func plan<Object>(
    _ plan: @autoclosure @escaping @MainActor () -> Value,
    _ fields: [Field<Context, Object, Value>]
  ) -> Self {
    Argument<Context, [Field<Context, Object, Value>.Change]>.all(fields.compactMap(\.forAdding))
      .map { changes in
        var plan = plan()
        for change in changes { try change(&plan) }
        return plan
      }
  }
}
