import Foundation

/// The rules of a model for an attribute's values, prepared for validating many of them.
///
/// A class, because validating each object in a save would copy all parts of a struct.
package final class AttributeRules: Sendable {
  /// The problem with a value.
  package struct Problem {
    package let code: ObjectGraphError.Code
    /// The text after the property's name in a message.
    package let message: String
    package let repair: String?
    /// The rule that the value fails.
    package let predicate: FetchPredicate?
  }

  private let type: AttributeType
  private let least: AttributeValue?
  private let most: AttributeValue?
  private let patternText: String
  private let pattern: MatchesPattern?
  private let predicates: [FetchPredicate]
  private let warnings: [String]

  /// Whether any finite date is valid, as is usual.
  package let takesEveryFiniteDate: Bool

  /// Nil if the attribute has no rules.
  package init?(_ attribute: AttributeDescription) {
    type = attribute.attributeType
    least = attribute.minimumValue
    most = attribute.maximumValue
    patternText = attribute.regularExpression ?? ""
    // A model with an invalid expression has already been rejected.
    pattern = attribute.regularExpression.flatMap { try? MatchesPattern($0) }
    predicates = attribute.validationPredicates
    warnings = attribute.validationWarnings
    let isUnbounded = least == nil && most == nil && predicates.isEmpty
    takesEveryFiniteDate = isUnbounded && type == .date
    if isUnbounded, pattern == nil, type != .date { return nil }
  }

  /// The first rule that a non-nil value fails, in the order: bounds, regular expression,
  /// validation predicates.
  package func problem(with value: AttributeValue) -> Problem? {
    switch value {
    case .string(let text):
      // Core Data counts UTF-16 units, as NSString's length does.
      return bound(.integer(Int64(text.utf16.count))) ?? patternProblem(text) ?? failing(value)
    case .date(let date) where !date.timeIntervalSinceReferenceDate.isFinite:
      return Problem(
        code: .validationInvalidDate, message: "is not a date",
        repair: "set it to a date, or to nil",
        predicate: nil)
    case .integer, .double, .decimal, .date: return bound(value) ?? failing(value)
    default: return failing(value)
    }
  }

  private func bound(_ value: AttributeValue) -> Problem? {
    if let least, ValueOrder.compare(value, least) == .orderedAscending {
      return problem(value, isBelow: true, least)
    }
    if let most, ValueOrder.compare(value, most) == .orderedDescending {
      return problem(value, isBelow: false, most)
    }
    return nil
  }

  private func problem(_ value: AttributeValue, isBelow: Bool, _ bound: AttributeValue) -> Problem {
    let (shown, limit) = (Self.plain(value), Self.plain(bound))
    let least = isBelow ? "at least" : "at most"
    let code: ObjectGraphError.Code
    let message: String
    let repair: String
    switch type {
    case .string:
      code = isBelow ? .validationStringTooShort : .validationStringTooLong
      message =
        "has \(shown) \(shown == "1" ? "character" : "characters"), \(least) \(limit)"
        + " are \(isBelow ? "needed" : "allowed")"
      repair = "make it \(isBelow ? "longer" : "shorter")"
    case .date:
      code = isBelow ? .validationDateTooSoon : .validationDateTooLate
      message = "is \(shown), which is \(isBelow ? "before" : "after") \(limit)"
      repair = "set it to \(limit) or \(isBelow ? "later" : "earlier")"
    default:
      code = isBelow ? .validationNumberTooSmall : .validationNumberTooLarge
      message = "is \(shown), \(least) \(limit) is allowed"
      repair = "set it to \(limit) or \(isBelow ? "more" : "less")"
    }
    let subject =
      type == .string ? FetchExpression(forKeyPath: "length") : .expressionForEvaluatedObject()
    return Problem(
      code: code, message: message, repair: repair,
      predicate: ComparisonPredicate(
        leftExpression: subject, rightExpression: FetchExpression(.constant(bound)),
        type: isBelow ? .greaterThanOrEqualTo : .lessThanOrEqualTo))
  }

  private static func plain(_ value: AttributeValue) -> String {
    if case .decimal(let number) = value { return number.description }
    return FormatPrinter.text(of: .constant(value))
  }

  private func patternProblem(_ text: String) -> Problem? {
    // A string on which the pattern gives up is not known to be valid.
    guard let pattern, (try? pattern.matches(text)) != true else { return nil }
    return Problem(
      code: .validationStringPatternMatching,
      message: "is \"\(text.prefix(60))\", which does not match \(patternText)",
      repair: "change it to match",
      predicate: ComparisonPredicate(
        leftExpression: .expressionForEvaluatedObject(),
        rightExpression: FetchExpression(.constant(.string(patternText))), type: .matches))
  }

  private func failing(_ value: AttributeValue) -> Problem? {
    for (place, predicate) in predicates.enumerated() {
      // A predicate that does not fit the type has been rejected with the model.
      guard (try? predicate.holds(for: value)) != true else { continue }
      let warning = place < warnings.count ? warnings[place] : ""
      let code = Int(warning)
      return Problem(
        code: code.map { .init(rawValue: $0) } ?? .managedObjectValidation,
        message: code != nil || warning.isEmpty
          ? "fails \(predicate)" : "is not valid: \(warning)",
        repair: nil, predicate: predicate)
    }
    return nil
  }
}

extension ObjectGraphError {
  /// The predicate that the rejected value fails: a bound, a regular expression or a validation
  /// predicate of the model; nil for other errors.
  public var predicate: FetchPredicate? { details[.predicate] }
}
