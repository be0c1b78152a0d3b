import Foundation
import ObjectModel

// What a store cannot be asked of its objects, but may be known of captured values.

extension PredicateExpressions.CollectionIndexSubscript: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    try PredicateConversion.known(self, "an element by its place")
  }
}

extension PredicateExpressions.CollectionRangeSubscript: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    try PredicateConversion.known(self, "elements by their places")
  }
}

extension PredicateExpressions.DictionaryKeySubscript: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    try PredicateConversion.known(
      self, "the value under a key that differs between objects",
      repair: "capture the value, or ask by || for each key")
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    try PredicateConversion.known(
      self, "the value under a key that differs between objects",
      repair: "capture the value, or ask by || for each key")
  }
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
