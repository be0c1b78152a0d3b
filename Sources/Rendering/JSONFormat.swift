import Foundation

/// JSON as in RFC 8259: objects whose members come in column order.
enum JSONFormat {
  /// One array with an object on each line, laid out as the sqlite3 shell does.
  static func text(of table: ResultTable) -> String {
    "[" + objects(table).joined(separator: ",\n") + "]\n"
  }

  /// An object on each line and nothing else.
  static func lines(of table: ResultTable) -> String {
    objects(table).map { $0 + "\n" }.joined()
  }

  static func text(of cell: Cell) -> String {
    switch cell {
    case .null: "null"
    case .text(let text): string(text)
    case .integer(let number): String(number)
    case .decimal(let digits): number(digits)
    // JSON has neither NaN nor infinities.
    case .double(let number): number.isFinite ? number.description : "null"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .list(let cells): "[" + cells.map(text(of:)).joined(separator: ",") + "]"
    case .object(let members):
      object(names: uniqueNames(members.map(\.0)).map(string), members.map(\.1))
    }
  }

  private static func objects(_ table: ResultTable) -> [String] {
    let names = uniqueNames(table.columns.map(\.name)).map(string)
    return table.rows.map { object(names: names, $0) }
  }

  private static func object(names: [String], _ cells: [Cell]) -> String {
    "{" + zip(names, cells).map { "\($0):\(text(of: $1))" }.joined(separator: ",") + "}"
  }

  /// Readers keep only one of several members with the same name, so the later ones get a number.
  private static func uniqueNames(_ names: [String]) -> [String] {
    var taken = Set(names)
    var used: Set<String> = []
    return names.map { name in
      guard !used.insert(name).inserted else { return name }
      let free = (2...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) } ?? name
      taken.insert(free)
      return free
    }
  }

  /// The digits as a number where JSON's grammar allows; otherwise as a string, which keeps them
  /// exact.
  private static func number(_ digits: String) -> String {
    if digits.wholeMatch(of: #/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/#) != nil {
      return digits
    }
    return ["nan", "inf", "infinity"].contains(digits.lowercased().trimmingPrefix("-"))
      ? "null" : string(digits)
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case _ where scalar.disturbsTerminals:
        result += "\\u" + String(format: "%04x", scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
