/// What keys that values of Foundation answer to are called here.
enum ForeignKey {
  /// What to write in place of the key behind the path of an attribute; nil for other keys.
  static func repair(for key: String, of path: String) -> String? {
    switch key.lowercased() {
    case "length", "count": "write length(\(path))"
    case "isempty": "write \(path) == ''"
    case "lowercasestring", "lowercased": "write lowercase(\(path))"
    case "uppercasestring", "uppercased": "write uppercase(\(path))"
    case "stringvalue", "description", "uuidstring", "absolutestring":
      "write CAST(\(path), 'NSString')"
    case "intvalue", "integervalue", "longlongvalue", "doublevalue", "floatvalue",
      "timeintervalsincereferencedate":
      "write CAST(\(path), 'NSNumber')"
    case "decimalvalue": "write CAST(\(path), 'NSDecimalNumber')"
    case "boolvalue": "write \(path) == YES"
    case "timeintervalsincenow": "write \(path) - now()"
    case "year", "month", "day": "write \(key.lowercased())(\(path))"
    default: nil
    }
  }
}
