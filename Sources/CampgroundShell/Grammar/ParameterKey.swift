/// The name of a parameter together with the Swift type of its value.
///
/// The commands' table is written with keys and their values are read with the same keys, so that
/// the compiler checks the type on both sides:
///
///     let nights = command[.nights]        // Int?
package struct ParameterKey<Value: Sendable>: Sendable, Hashable {
  /// The name: the option's word, or what a positional parameter is called in messages.
  package let name: String

  /// Makes a key.
  package init(_ name: String) {
    self.name = name
  }
}
