/// The constants of one statement, which are its parameters.
final class CopiedConstants {
  private(set) var values: [SQLParameter] = []

  /// The parameter for a constant; equal constants share one.
  func parameter(_ value: SQLParameter) -> String {
    let place = values.firstIndex(of: value) ?? values.count
    if place == values.count { values.append(value) }
    return "?\(place + 1)"
  }
}
