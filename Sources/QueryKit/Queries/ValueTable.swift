import ObjectGraph
import Rendering

/// Shows fetched dictionaries as rows of a table, with columns in the requested order.
struct ValueTable {
  let plan: ResultPlan
  let style: CellStyle

  /// A table of dictionaries that were fetched in a context.
  func table(
    of dictionaries: [[String: any Sendable]], from context: ManagedObjectContext
  ) -> ResultTable {
    var labels: [ManagedObjectID: String] = [:]
    let columns = plan.shapes.map { name, shape in
      ResultTable.Column(name, alignment: alignment(of: shape))
    }
    let rows = dictionaries.map { dictionary in
      plan.shapes.map { name, shape -> Cell in
        guard let value = dictionary[name] else { return .null }
        if let id = value as? ManagedObjectID {
          let text = labels[id] ?? style.text(of: id, in: context)
          labels[id] = text
          return .text(text)
        }
        return cell(value, shape)
      }
    }
    return ResultTable(columns: columns, rows: rows)
  }

  private func cell(_ value: any Sendable, _ shape: ResultPlan.Shape) -> Cell {
    switch shape {
    case .composite(let elements):
      let nested = value as? [String: any Sendable] ?? [:]
      return .object(
        elements.map { name, shape in (name, nested[name].map { cell($0, shape) } ?? .null) })
    case .column(let index):
      return Cell(
        AttributeValue(value) ?? .string("\(value)"), style,
        isDayNumber: plan.columns[index].expression.isDayNumber)
    }
  }

  private func alignment(of shape: ResultPlan.Shape) -> ResultTable.Alignment {
    guard case .column(let index) = shape else { return .leading }
    return plan.columns[index].expression.type?.alignment ?? .leading
  }
}

extension ResolvedExpression {
  /// Whether the result is an integer day number, which is shown as a date.
  fileprivate var isDayNumber: Bool {
    switch self {
    case .path(let path): return path.attribute?.isDayNumber ?? false
    case .aggregate(let aggregate):
      guard [.minimum, .maximum, .mode].contains(aggregate.function) else { return false }
      switch aggregate.source {
      case .values(let path): return path.attribute?.isDayNumber ?? false
      case .rows(let expression): return expression.isDayNumber
      case .subquery, .list: return false
      }
    default: return false
    }
  }
}
