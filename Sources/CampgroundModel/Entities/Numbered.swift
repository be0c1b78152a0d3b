import ObjectGraph

/// An object whose code is a letter and a number that the store assigns: `R-1`, `W-3`.
public class Numbered: ManagedObject {
  /// The letter of the code.
  package class var letter: String { "" }

  /// The number, which the store assigns and never changes; a placeholder, which is negative, for an
  /// object in a scratch pad.
  @Managed("number") public final var number: Int64

  /// The code that clerks use: `S-7`, or `S-new1` in a scratch pad; `S-new` for an object without a
  /// number, and `R-0` for a reservation without one.
  public final var code: String {
    let letter = type(of: self).letter
    return number == 0 && !(self is Reservation)
      ? "\(letter)-new" : PlaceholderNumbers.code(letter, number)
  }
}
