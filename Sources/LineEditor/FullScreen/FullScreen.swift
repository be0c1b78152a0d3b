/// All of a terminal, for as long as a command has it.
@MainActor
package protocol FullScreen: AnyObject {
  /// How many columns and lines it has at the moment.
  var size: (width: Int, height: Int) { get }

  /// Shows lines from the top on, none of them wider than the screen; lines that are missing are
  /// blank.
  ///
  /// - Throws: `LineReaderError.writeFailed`.
  func show(_ lines: [String]) throws

  /// The keys that are pressed, waiting some seconds for the first one; empty where none is.
  ///
  /// When the terminal is gone, Ctrl-D is what comes.
  func keys(within seconds: Double) -> [Key]

  /// Gives the terminal back as it was.
  func leave()
}
