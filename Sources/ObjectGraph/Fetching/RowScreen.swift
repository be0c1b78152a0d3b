import ObjectModel
import ObjectStore

/// What a plan's predicate demands of single values, as far as an object's row can refute it by
/// comparing a few bytes.
///
/// Evaluating a predicate for an object takes far longer, and a scratch pad may have thousands of
/// them of which one has the name that is looked for.
struct RowScreen {
  private enum Value {
    case integer(Int64)
    case text([UInt8])
  }

  private struct Demand {
    let property: PropertyLayout
    let value: Value
  }

  private let layout: EntityLayout
  private let demands: [Demand]

  init(_ plan: FetchPlan) {
    layout = plan.layout
    demands = (plan.predicate?.conjuncts ?? []).compactMap { condition in
      guard case .comparison(let comparison) = condition else { return nil }
      return Self.demand(of: comparison, plan.layout)
    }
  }

  /// What a comparison of an attribute of the object itself with a constant demands.
  private static func demand(
    of comparison: ResolvedComparison, _ layout: EntityLayout
  ) -> Demand? {
    guard comparison.operator == .equalTo, comparison.modifier == .direct,
      comparison.options.isEmpty, case .path(let path) = comparison.left,
      path.root == .evaluated, path.steps.isEmpty, let attribute = path.attribute,
      case .constant(let constant) = comparison.right,
      let property = layout.property(of: attribute), !property.isTransient
    else { return nil }
    switch (property.kind, constant) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      return Demand(property: property, value: .integer(number))
    case (.string, .string(let text)):
      return Demand(property: property, value: .text(Array(text.utf8)))
    default:
      return nil
    }
  }

  /// Whether an object that is not deleted may match the predicate.
  func mayMatch(_ object: ManagedObject) -> Bool {
    guard !object.isDeleted else { return false }
    guard object.layout === layout, let row = object.row else { return true }
    for demand in demands {
      let property = demand.property
      guard !row.isNull(property.index) else { return false }
      switch demand.value {
      case .integer(let number):
        guard row.integer(slot: property.slot) == number else { return false }
      case .text(let bytes):
        let isEqual = row.withBytes(slot: property.slot) { stored in
          stored.count == bytes.count && stored.elementsEqual(bytes)
        }
        guard isEqual else { return false }
      }
    }
    return true
  }
}
