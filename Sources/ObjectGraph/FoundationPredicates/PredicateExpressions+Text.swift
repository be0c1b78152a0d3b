import Foundation
import ObjectModel

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    guard Base.Output.self == String.self else {
      throw PredicateConversion.refusal(
        "a row of elements within a \(Base.Output.self)",
        repair: "ask a text for a part, or a collection for one element")
    }
    let text = try conversion.part(of: base)
    return .condition(try text.compared(.contains, to: try conversion.part(of: other)))
  }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    guard Base.Output.self == String.self else {
      throw PredicateConversion.refusal(
        "the first elements of a \(Base.Output.self)",
        repair: "ask a text for its beginning, or a collection for one element")
    }
    return .condition(
      try conversion.value(of: base).compared(.beginsWith, to: try conversion.value(of: prefix)))
  }
}

extension PredicateExpressions.StringContainsRegex: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "text that a Swift regular expression is found in",
      repair: "FetchPredicate(format: \"name MATCHES %@\", \".*[0-9]+.*\") matches the whole text")
  }
}
