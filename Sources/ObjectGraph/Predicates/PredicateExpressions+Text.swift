import Foundation
import ObjectModel

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    guard Base.Output.self == String.self else {
      throw PredicateConversion.refusal(
        "a subsequence of a \(Base.Output.self)",
        repair: "search for a substring of a string, or for one element of a collection")
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
        repair: "compare the prefix of a string, or search for one element of a collection")
    }
    return .condition(
      try conversion.value(of: base).compared(.beginsWith, to: try conversion.value(of: prefix)))
  }
}

extension PredicateExpressions.StringContainsRegex: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    throw PredicateConversion.refusal(
      "matches of a Swift regular expression",
      repair: "FetchPredicate(format: \"name MATCHES %@\", \".*[0-9]+.*\") matches the whole string"
    )
  }
}
