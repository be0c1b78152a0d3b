import Foundation
import ObjectModel
import ObjectStore

/// What a plan's predicate demands of single values, as far as an object's row can refute it by
/// comparing a few bytes.
///
/// Evaluating a predicate for an object takes far longer, and a scratch pad may have thousands of
/// them of which one has the name that is looked for.
struct RowScreen {
  /// A value that many objects can be told apart by.
  enum Key: Hashable {
    /// An integer, or the key of a to-one relationship's destination.
    case integer(Int64)
    case text(String)
  }

  fileprivate enum Limits {
    case equal(Key)
    case integers(ClosedRange<Int64>)
    case numbers(from: Double, through: Double)
  }

  fileprivate struct Demand {
    let property: PropertyLayout
    let limits: Limits
  }

  private let demands: [Demand]

  /// The key, or temporary reference, of the only object that can match; nil for any object.
  let objectKey: Int64?

  init(_ plan: FetchPlan) {
    let comparisons: [ResolvedComparison] = (plan.predicate?.conjuncts ?? []).compactMap {
      guard case .comparison(let comparison) = $0, comparison.modifier == .direct,
        comparison.options.isEmpty
      else { return nil }
      return comparison
    }
    demands = comparisons.compactMap { Self.demand(of: $0, plan.layout) }
    objectKey = comparisons.lazy.compactMap(Self.objectKey).first
  }

  /// The properties that must have one value each.
  var keys: [(property: PropertyLayout, key: Key)] {
    demands.compactMap { demand in
      if case .equal(let key) = demand.limits { (demand.property, key) } else { nil }
    }
  }

  // MARK: Reading predicates

  /// What a comparison of a property of the object itself with a constant demands.
  private static func demand(
    of comparison: ResolvedComparison, _ layout: EntityLayout
  ) -> Demand? {
    guard let (terminal, constant) = parts(of: comparison),
      let property = property(at: terminal, layout), !property.isTransient,
      let limits = limits(comparison.operator, constant, of: property.kind)
    else { return nil }
    return Demand(property: property, limits: limits)
  }

  /// The object that a comparison like `SELF == %@` demands.
  private static func objectKey(of comparison: ResolvedComparison) -> Int64? {
    guard comparison.operator == .equalTo,
      case (.object, .objectID(let id))? = parts(of: comparison)
    else { return nil }
    return id.key
  }

  /// The end of a path without steps, and the constant that it is compared with.
  private static func parts(
    of comparison: ResolvedComparison
  ) -> (end: ResolvedPath.Terminal, constant: AttributeValue)? {
    guard case .path(let path) = comparison.left, path.root == .evaluated, path.steps.isEmpty,
      case .constant(let constant) = comparison.right
    else { return nil }
    return (path.terminal, constant)
  }

  private static func property(
    at terminal: ResolvedPath.Terminal, _ layout: EntityLayout
  ) -> PropertyLayout? {
    switch terminal {
    case .attribute(let attribute): layout.property(of: attribute)
    case .toOne(let relationship): layout.property(of: relationship)
    case .object, .entityName: nil
    }
  }

  private static func limits(
    _ symbol: ComparisonOperator, _ constant: AttributeValue, of kind: SlotKind
  ) -> Limits? {
    switch (kind, constant) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      integers(symbol, number)
    case (.integer16, .list(let bounds)), (.integer32, .list(let bounds)),
      (.integer64, .list(let bounds)):
      symbol == .between ? integers(between: bounds) : nil
    case (.date, .date(let date)): numbers(symbol, date.timeIntervalSinceReferenceDate)
    case (.double, .double(let number)): numbers(symbol, number)
    case (.string, .string(let text)): symbol == .equalTo ? .equal(.text(text)) : nil
    case (.toOne, .objectID(let id)): symbol == .equalTo ? .equal(.integer(id.key)) : nil
    default: nil
    }
  }

  private static func integers(_ symbol: ComparisonOperator, _ number: Int64) -> Limits? {
    switch symbol {
    case .equalTo: .equal(.integer(number))
    case .lessThan, .lessThanOrEqualTo: .integers(.min...number)
    case .greaterThan, .greaterThanOrEqualTo: .integers(number...(.max))
    default: nil
    }
  }

  private static func integers(between bounds: [AttributeValue]) -> Limits? {
    guard bounds.count == 2, case .integer(let first) = bounds[0],
      case .integer(let last) = bounds[1], first <= last
    else { return nil }
    return .integers(first...last)
  }

  private static func numbers(_ symbol: ComparisonOperator, _ number: Double) -> Limits? {
    switch symbol {
    case .equalTo: .numbers(from: number, through: number)
    case .lessThan, .lessThanOrEqualTo: .numbers(from: -.infinity, through: number)
    case .greaterThan, .greaterThanOrEqualTo: .numbers(from: number, through: .infinity)
    default: nil
    }
  }

  // MARK: Reading rows

  /// The row of an object that need not be read again; nil where the screen knows nothing.
  static func knownRow(of object: ManagedObject) -> Row? {
    object.state.isFault ? nil : object.row
  }

  /// A property's value in a row; nil for none.
  static func key(of property: PropertyLayout, in row: Row) -> Key? {
    guard !row.isNull(property.index) else { return nil }
    return property.kind == .string
      ? .text(row.string(slot: property.slot)) : .integer(row.integer(slot: property.slot))
  }

  /// Whether an object of one of the plan's entities may match the predicate.
  func mayMatch(_ object: ManagedObject) -> Bool {
    guard !object.isDeleted else { return false }
    guard !demands.isEmpty, let row = Self.knownRow(of: object) else { return true }
    return demands.allSatisfy { $0.isMet(by: row, of: object.layout) }
  }
}

extension RowScreen.Demand {
  fileprivate func isMet(by row: Row, of layout: EntityLayout) -> Bool {
    // An inherited property has the same index in all subentities.
    let property = layout.properties[property.index]
    guard !row.isNull(property.index) else { return false }
    switch limits {
    case .equal(.integer(let number)):
      let stored = row.integer(slot: property.slot)
      // The destination may have been saved since its temporary reference was written.
      return stored == number || (property.kind == .toOne && stored < 0 && number > 0)
    case .equal(.text(var text)):
      return text.withUTF8 { bytes in
        row.withBytes(slot: property.slot) { $0.count == bytes.count && $0.elementsEqual(bytes) }
      }
    case .integers(let range):
      return range.contains(row.integer(slot: property.slot))
    case .numbers(let from, let through):
      let number = row.double(slot: property.slot)
      return number >= from && number <= through
    }
  }
}
