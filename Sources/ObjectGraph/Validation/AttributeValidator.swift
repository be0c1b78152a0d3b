import Foundation
import ObjectModel

/// Checks one value against the bounds of its attribute.
struct AttributeValidator {
  let attribute: AttributeDescription

  struct Problem {
    let code: ObjectGraphError.Code
    let message: String
  }

  /// What is wrong with a value that is not nil, or nil when nothing is.
  func problem(with value: AttributeValue) -> Problem? {
    switch value {
    case .string(let text): return lengthProblem(text) ?? patternProblem(text)
    case .date(let date): return dateProblem(date)
    case .integer, .double, .decimal: return numberProblem(value)
    default: return nil
    }
  }

  private func lengthProblem(_ text: String) -> Problem? {
    // Core Data counts UTF-16 units, as NSString's length does.
    let length = text.utf16.count
    if let least = attribute.minimumValue?.integerValue, length < least {
      return Problem(
        code: .validationStringTooShort, message: "has \(length) characters, at least \(least)")
    }
    if let most = attribute.maximumValue?.integerValue, length > most {
      return Problem(
        code: .validationStringTooLong, message: "has \(length) characters, at most \(most)")
    }
    return nil
  }

  private func patternProblem(_ text: String) -> Problem? {
    guard let pattern = attribute.regularExpression,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
    else { return nil }
    let whole = NSRange(text.startIndex..., in: text)
    guard expression.firstMatch(in: text, range: whole) == nil else { return nil }
    return Problem(
      code: .validationStringPatternMatching, message: "\"\(text)\" does not match \(pattern)")
  }

  private func dateProblem(_ date: Date) -> Problem? {
    if case .date(let least)? = attribute.minimumValue, date < least {
      return Problem(code: .validationDateTooSoon, message: "\(date) is before \(least)")
    }
    if case .date(let most)? = attribute.maximumValue, date > most {
      return Problem(code: .validationDateTooLate, message: "\(date) is after \(most)")
    }
    return nil
  }

  private func numberProblem(_ value: AttributeValue) -> Problem? {
    guard let number = value.decimalValue else { return nil }
    if let least = attribute.minimumValue?.decimalValue, number < least {
      return Problem(
        code: .validationNumberTooSmall, message: "is \(number), at least \(least) is allowed")
    }
    if let most = attribute.maximumValue?.decimalValue, number > most {
      return Problem(
        code: .validationNumberTooLarge, message: "is \(number), at most \(most) is allowed")
    }
    return nil
  }
}

extension AttributeValue {
  fileprivate var decimalValue: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .double(let value): value.isFinite ? Decimal(value) : nil
    case .decimal(let value): value
    default: nil
    }
  }

  fileprivate var integerValue: Int? {
    switch self {
    case .integer(let value): Int(value)
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }
}
