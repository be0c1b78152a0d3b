/// A state of what a store holds: another one after each save, whoever made it.
package struct ContentVersion: Sendable, Hashable {
  /// Differs after somebody else wrote to the store.
  package let foreign: Int64
  /// Rises with what is written through the store itself.
  package let own: Int64
}
