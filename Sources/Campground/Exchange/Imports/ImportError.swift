/// The reason why a file cannot be imported at all.
public enum ImportError: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file does not have the required form.
  case malformed(String, repair: String? = nil)
  /// The user chose a column that the file does not have.
  case unknownColumn(String, known: [String])
  /// The user chose a field that the import does not know.
  case unknownField(String, known: [ImportField])
  /// The user chose several columns for a field that one column says.
  case sameField(ImportField, [String])
  /// No column says something that the import needs.
  case missingField([ImportField], known: [String])
  /// Each date of the file reads as two dates, and the file does not say which one is meant.
  case ambiguousDates(String, [DateForm])
}

extension ImportError: CustomStringConvertible {
  /// The reason as one sentence without a period.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .malformed(let reason, _): reason
    case .unknownColumn(let name, let known):
      "there is no column \"\(name)\"; the columns are \(known.joined(separator: ", "))"
    case .unknownField(let name, _): "this import has no field \(name)"
    case .sameField(let field, let columns):
      "\(columns.joined(separator: " and ")) cannot both be the \(field.rawValue)"
    case .missingField(let fields, let known):
      "no column says the \(Self.words(for: fields)); the columns are "
        + known.joined(separator: ", ")
    case .ambiguousDates(let text, let forms):
      "\(text) may be "
        + forms.compactMap { form in form.date(text).map { "\($0)" } }.joined(separator: " or ")
    }
  }

  /// `stay, guest or last name`
  private static func words(for fields: [ImportField]) -> String {
    let words = fields.map(\.rawValue)
    let others = words.dropLast().joined(separator: ", ")
    return [others, words.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
  }

  /// How to go on; nil where the reason says it all.
  public var repair: String? {
    switch self {
    case .unreadable, .sameField: nil
    case .malformed(_, let repair): repair
    case .unknownColumn: "write the heading as the file has it"
    case .unknownField(_, let known):
      "its fields are \(known.map(\.rawValue).joined(separator: ", "))"
    case .missingField(let fields, _):
      "say which one it is: map \"COLUMN\" to \(fields.first?.rawValue ?? "site")"
    case .ambiguousDates(_, let forms):
      "add " + forms.map { "dates \($0.rawValue)" }.joined(separator: " or ")
    }
  }
}
