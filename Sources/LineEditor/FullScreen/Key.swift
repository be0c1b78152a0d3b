/// A key that a person presses while a program has the whole screen.
package enum Key: Sendable, Hashable {
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  case backspace
  case escape
  /// Ctrl and a letter, which is a small one here.
  case control(Character)
  /// A key that stands for a character.
  case character(Character)
}
