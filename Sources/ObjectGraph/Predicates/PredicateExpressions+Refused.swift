import Foundation
import ObjectModel

/// A part that a store cannot evaluate for its objects, but that can be evaluated for captured
/// values.
protocol CapturedExpression: ConvertibleExpression, PredicateExpression {
  /// The part that is not supported, for messages.
  static var question: String { get }

  /// The alternative for parts that depend on the object.
  static var advice: String { get }
}

extension CapturedExpression {
  static var advice: String {
    "use contains, allSatisfy, isEmpty, or filter and count on a to-many relationship"
  }

  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    if let part = try PredicateConversion.constant(in: self) { return part }
    throw PredicateConversion.refusal(Self.question, repair: Self.advice)
  }
}

extension PredicateExpressions.CollectionIndexSubscript: CapturedExpression {
  static var question: String { "an element by its index" }
}

extension PredicateExpressions.CollectionRangeSubscript: CapturedExpression {
  static var question: String { "elements by their indexes" }
}

extension PredicateExpressions.DictionaryKeySubscript: CapturedExpression {
  static var question: String { "the value under a key that differs between objects" }
  static var advice: String { "capture the value, or combine a condition for each key with ||" }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: CapturedExpression {
  static var question: String { "the value under a key that differs between objects" }
  static var advice: String { "capture the value, or combine a condition for each key with ||" }
}

extension PredicateExpressions.TypeCheck: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "objects that are a \(Desired.self)", repair: fetching(Desired.self))
  }
}

extension PredicateExpressions.ConditionalCast: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "a value as a \(Desired.self)", repair: fetching(Desired.self))
  }
}

extension PredicateExpressions.ForceCast: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "a value as a \(Desired.self)", repair: fetching(Desired.self))
  }
}

private func fetching(_ type: Any.Type) -> String {
  "fetch \(type) itself, or use FetchPredicate(format: \"entity.name == %@\", \"\(type)\")"
}
