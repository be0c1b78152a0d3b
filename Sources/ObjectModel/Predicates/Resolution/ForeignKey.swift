/// The equivalents of properties of Foundation's values.
enum ForeignKey {
  /// What to write instead of a key after an attribute's path; nil for other keys.
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
