/// A drawing for people, where a table of values would not be readable.
package protocol Drawing: Sendable {
  /// The text, each line with its line ending, within the options' width if possible.
  func text(_ options: Renderer.Options) -> String
}
