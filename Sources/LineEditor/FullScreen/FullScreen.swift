/// The whole screen of a terminal, while a command uses it.
@MainActor
package protocol FullScreen: AnyObject {
  /// The current size in columns and lines.
  var size: (width: Int, height: Int) { get }

  /// Shows lines from the top, none of them wider than the screen; the remaining lines are blank.
  ///
  /// - Throws: `LineReaderError.writeFailed`.
  func show(_ lines: [String]) throws

  /// The keys pressed, waiting some seconds for the first one; empty where there is none.
  ///
  /// When the terminal has gone, it returns Ctrl-D.
  func keys(within seconds: Double) -> [Key]

  /// Restores the terminal.
  func leave()
}
