/// What is drawn for people where a table of values would not be readable.
package protocol Drawing: Sendable {
  /// The text, each line with its line end, within the options' width where that is possible.
  func text(_ options: Renderer.Options) -> String
}
