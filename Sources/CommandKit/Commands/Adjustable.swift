/// A value of which adjusted copies are made.
package protocol Adjustable {}

extension Adjustable {
  /// A copy with some properties changed.
  package func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
