/// A key pressed while a program uses the whole screen.
package enum Key: Sendable, Hashable {
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  case backspace
  case escape
  /// Ctrl and a letter, given in lower case.
  case control(Character)
  /// A key that stands for a character.
  case character(Character)
}
