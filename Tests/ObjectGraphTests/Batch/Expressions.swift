import ObjectGraph
import XCTest

@testable import ObjectModel

/// An expression as the format language writes it.
func expression(_ text: String) throws -> FetchExpression {
  guard case .comparison(let comparison) = try FetchPredicate(format: "\(text) == nil").node.kind
  else { throw XCTSkip("\(text) is no expression") }
  return FetchExpression(comparison.left)
}
