import ObjectGraph
import XCTest

/// A request for values instead of objects.
typealias DictionaryRequest = FetchRequest<[String: any Sendable]>

extension ExpressionDescription {
  /// A function of one key path under a name: `.of("total", "sum:", "amount")`.
  static func of(_ name: String, _ function: String, _ keyPath: String) -> ExpressionDescription {
    ExpressionDescription(
      name: name,
      expression: FetchExpression(
        forFunction: function, arguments: [FetchExpression(forKeyPath: keyPath)]))
  }
}

extension WorkReport {
  /// How many rows the statements gave.
  var rowCount: Int { statements.reduce(0) { $0 + $1.rowCount } }
}

extension PersistentContainer {
  /// Lets nothing be in the view context or in the coordinator's cache.
  @MainActor
  func forgetAll() {
    viewContext.reset()
    persistentStoreCoordinator.forgetRows()
  }
}
