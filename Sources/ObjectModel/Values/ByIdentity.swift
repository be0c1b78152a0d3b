/// Something that has no equality of its own, such as code: it is equal to its copies alone.
package final class ByIdentity<Value: Sendable>: Sendable, Hashable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func == (left: ByIdentity, right: ByIdentity) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
