/// The equivalents of functions in SQL, spreadsheets and other languages.
enum ForeignFunctionName {
  private static let functions: [String: PredicateFunction] = {
    let names: [PredicateFunction: [String]] = [
      .lowercase: ["lower", "lcase", "tolower", "lowercased", "lowercasestring"],
      .uppercase: ["upper", "ucase", "toupper", "uppercased", "uppercasestring"],
      .length: ["len", "strlen", "size", "char_length", "character_length", "charcount"],
      .average: ["mean"],
      .minimum: ["minimum", "least"],
      .maximum: ["maximum", "greatest"],
      .sum: ["total"],
      .standardDeviation: ["stdev", "stdevp", "stddev_pop", "standarddeviation"],
      .ceiling: ["ceil", "roundup"],
      .truncate: ["int", "truncate", "rounddown"],
      .logarithm: ["log10"],
      .now: ["today", "current_date", "current_timestamp", "getdate", "sysdate"],
      .random: ["rand"],
      .noIndex: ["unlikely"],
    ]
    return Dictionary(firstOf: names.flatMap { function, names in names.map { ($0, function) } })
  }()

  private static let advice: [String: String] = {
    let texts =
      "there is no function for part of a string: compare with BEGINSWITH, ENDSWITH, CONTAINS, "
      + "LIKE or MATCHES"
    let choices = "write TERNARY(condition, value, other), as in TERNARY(name == nil, 'none', name)"
    let dates =
      "subtract one date from another for the seconds between them, or add seconds to a date"
    let addition = "write date + seconds, as in now() - 86400"
    let number = "write CAST(value, 'NSNumber')"
    let part = "write text CONTAINS part"
    return [
      "substr": texts, "substring": texts, "mid": texts, "instr": texts, "trim": texts,
      "concat": "strings cannot be joined: compare each one separately",
      "coalesce": choices, "ifnull": choices, "isnull": choices, "nvl": choices, "if": choices,
      "iif": choices, "case": choices,
      "datediff": dates, "dateadd": dates, "date_add": dates, "julianday": dates,
      "datebyaddingtimeinterval": addition, "addingtimeinterval": addition,
      "timeintervalsincedate": dates, "timeintervalsince": dates,
      "timeintervalsincenow": "write date - now() for the seconds between them",
      "pow": "write base ** exponent", "power": "write base ** exponent",
      "stringvalue": "write CAST(value, 'NSString')", "intvalue": number, "integervalue": number,
      "doublevalue": number, "hasprefix": "write text BEGINSWITH part",
      "hassuffix": "write text ENDSWITH part", "contains": part, "containsstring": part,
      "valueforkey": "write the key itself", "valueforkeypath": "write the key path itself",
    ]
  }()

  /// Advice for a function name from another language; nil if it is unknown.
  ///
  /// - Parameter isSelector: whether to name functions with their colons.
  static func repair(for name: String, isSelector: Bool) -> String? {
    let key = String(name.lowercased().prefix { $0 != ":" })
    if let function = functions[key] {
      return "did you mean \(isSelector ? function.rawValue : function.plainName)?"
    }
    return advice[key]
  }
}
