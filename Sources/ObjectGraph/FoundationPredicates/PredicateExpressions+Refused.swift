import Foundation
import ObjectModel

/// What a store cannot be asked of its objects, but may be known of captured values.
protocol CapturedExpression: ConvertibleExpression, PredicateExpression {
  /// What it would ask a store for.
  static var question: String { get }

  /// What to write where an object is asked.
  static var advice: String { get }
}

extension CapturedExpression {
  static var advice: String {
    "ask a to-many relationship by contains, allSatisfy, isEmpty, or filter and count"
  }

  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    if let part = try PredicateConversion.constant(in: self) { return part }
    throw PredicateConversion.refusal(Self.question, repair: Self.advice)
  }
}

extension PredicateExpressions.CollectionIndexSubscript: CapturedExpression {
  static var question: String { "an element by its place" }
}

extension PredicateExpressions.CollectionRangeSubscript: CapturedExpression {
  static var question: String { "elements by their places" }
}

extension PredicateExpressions.DictionaryKeySubscript: CapturedExpression {
  static var question: String { "the value under a key that differs between objects" }
  static var advice: String { "capture the value, or ask by || for each key" }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: CapturedExpression {
  static var question: String { "the value under a key that differs between objects" }
  static var advice: String { "capture the value, or ask by || for each key" }
}

extension PredicateExpressions.TypeCheck: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "objects by whether they are a \(Desired.self)", repair: fetching(Desired.self))
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
