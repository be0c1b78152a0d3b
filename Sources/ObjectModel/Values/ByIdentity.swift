/// A wrapper for values without equality, such as closures: it equals only its own copies.
package final class ByIdentity<Value: Sendable>: Sendable, Hashable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func == (left: ByIdentity, right: ByIdentity) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
