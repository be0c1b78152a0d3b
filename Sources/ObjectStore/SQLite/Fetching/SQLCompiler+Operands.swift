import Foundation
import ObjectModel

/// One side of a comparison in SQL.
enum SQLOperand {
  case text(String, canBeNull: Bool)
  case null
  /// A constant that is no column's value.
  case unmatchable
}

extension SQLCompiler {
  /// The column at the end of a path without a to-many step.
  func column(at path: ResolvedPath, in scope: SQLScope) throws -> String {
    try column(
      over: path.steps[...], to: path.terminal, rootKey: "\(scope.root).Z_PK", in: scope)
  }

  /// - Parameter rootKey: the key of the object that the steps start from.
  func column(
    over steps: ArraySlice<RelationshipDescription>, to terminal: ResolvedPath.Terminal,
    rootKey: String, in scope: SQLScope
  ) throws -> String {
    switch terminal {
    case .attribute(let attribute):
      return "\(try alias(of: steps, in: scope)).\(try mapping.columnName(of: attribute))"
    case .toOne(let relationship):
      return "\(try alias(of: steps, in: scope)).\(try mapping.columnName(of: relationship))"
    case .toMany(let relationship): throw StoreMapping.foreign(relationship)
    case .object: return try key(of: steps, rootKey: rootKey, in: scope)
    case .entityName: throw Self.notSearchable("an entity's name")
    }
  }

  /// The primary key of the object at the end of to-one steps: the foreign key that leads there.
  func key(
    of steps: ArraySlice<RelationshipDescription>, rootKey: String, in scope: SQLScope
  ) throws -> String {
    guard let last = steps.last else { return rootKey }
    let owner = try alias(of: steps.dropLast(), in: scope)
    return "\(owner).\(try mapping.columnName(of: last))"
  }

  private func alias(
    of steps: ArraySlice<RelationshipDescription>, in scope: SQLScope
  ) throws -> String {
    try scope.alias(of: steps, mapping: mapping, next: nextAlias)
  }

  // MARK: Expressions

  /// - Parameters:
  ///   - other: the expression that this one is compared with.
  ///   - isApproximate: whether the nearest number does for a decimal that no column holds.
  ///   - folding: options under which a text is folded before it is compared.
  func operand(
    _ expression: ResolvedExpression, against other: ResolvedExpression, in scope: SQLScope,
    isApproximate: Bool = false, folding: ComparisonOptions = []
  ) throws -> SQLOperand {
    switch expression {
    case .constant(let value):
      return constant(value, against: other, isApproximate: isApproximate, folding: folding)
    case .path(let path):
      let column = try column(at: path, in: scope)
      let canBeNull = column != "\(scope.root).Z_PK"
      return .text(folded(column, folding), canBeNull: canBeNull)
    case .count(let path):
      return .text(try count(path, in: scope), canBeNull: !path.steps.isEmpty)
    case .list: return .unmatchable
    case .negative, .arithmetic:
      return .text(try number(expression, in: scope), canBeNull: true)
    case .function, .aggregate, .ternary, .cast: throw Self.notSearchable("a function")
    }
  }

  static func notSearchable(_ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "\(what) is not searchable in a store yet",
      repair: "fetch first and filter the objects")
  }

  func folded(_ text: String, _ options: ComparisonOptions) -> String {
    options.isEmpty ? text : "\(SQLFunctions.fold)(\(text), \(options.rawValue))"
  }

  func constant(
    _ value: AttributeValue, against other: ResolvedExpression, isApproximate: Bool = false,
    folding: ComparisonOptions = []
  ) -> SQLOperand {
    if value.isNull { return .null }
    switch value {
    case .string(let text): bind(.text(text.foldedForComparison(folding)))
    case .objectID(let id):
      guard mayBe(id, other) else { return .unmatchable }
      bind(.integer(id.reference))
    case .decimal(let number) where isApproximate && SQLBinding(value) == nil:
      guard let nearest = Double(number.description), !number.isNaN else { return .unmatchable }
      bind(.real(nearest))
    default:
      guard let binding = SQLBinding(value) else { return .unmatchable }
      bind(binding)
    }
    return .text("?", canBeNull: false)
  }

  /// Whether an object can be what the other side leads to: an object of this store, and of the
  /// hierarchy whose keys are compared.
  private func mayBe(_ id: ManagedObjectID, _ other: ResolvedExpression) -> Bool {
    guard !id.isTemporaryID, id.store === identity else { return false }
    guard case .path(let path) = other else { return true }
    let destination: EntityDescription? =
      switch path.terminal {
      case .toOne(let relationship): relationship.destinationEntity
      default: path.steps.last?.destinationEntity ?? (path.steps.isEmpty ? entity : nil)
      }
    return destination?.root === id.entity.root
  }

  func count(_ path: ResolvedPath, in scope: SQLScope) throws -> String {
    guard case .toMany(let relationship) = path.terminal else {
      throw ObjectGraphError(
        .invalidArgument, "\(path.text) is not a to-many relationship", key: path.text)
    }
    let owner = try key(of: path.steps[...], rootKey: "\(scope.root).Z_PK", in: scope)
    let source = try source(of: relationship, owner: owner, needsRows: false)
    let text = "(SELECT COUNT(*) FROM \(source.from) WHERE \(source.condition))"
    return path.steps.isEmpty ? text : "CASE WHEN \(owner) IS NOT NULL THEN \(text) END"
  }
}
