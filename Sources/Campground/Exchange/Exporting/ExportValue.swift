/// A value of an export.
public enum ExportValue: Sendable, Hashable {
  case none
  /// A text, a code, a date or an instant.
  case text(String)
  case integer(Int64)
  /// A number by its exact digits.
  case decimal(String)
  case double(Double)
  case boolean(Bool)
}
