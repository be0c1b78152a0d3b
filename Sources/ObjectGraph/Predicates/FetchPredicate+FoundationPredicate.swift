import Foundation
import ObjectModel

/// Predicates created with Swift's `#Predicate`.
///
///     let name = "ann"
///     request.predicate = try FetchPredicate(#Predicate<Camper> { camper in
///       camper.fullName.localizedStandardContains(name)
///         && camper.stays.contains { $0.nights > 3 && !$0.isPaid }
///     })
extension FetchPredicate {
  /// Creates a predicate from one of Foundation's, including its captured values.
  ///
  /// It matches the same objects as Foundation's predicate, with these exceptions:
  /// - A property that is not `Optional` is nil if the store has no value, as in other predicates,
  ///   rather than the empty value that it reads as: then `$0.age < 3` is false.
  /// - Strings are compared by their UTF-8 bytes, not by characters, so that two encodings of one
  ///   accented letter differ, and every string contains the empty string.
  /// - Force-unwrapping nil results in nil, where Foundation throws: `$0.nights! < 3` is then
  ///   false, and `$0.nights! != 3` is true. So does division by 0.
  /// - Integers are added, subtracted and multiplied with 64 bits, regardless of their type.
  ///
  /// Objects cannot be captured, since they are not `Sendable`: capture their IDs, and compare with
  /// `$0.camper?.objectID`. Enumerations must be `Codable`, and their cases be captured as values.
  /// Optionals can be unwrapped with `if let`, `??` or `flatMap`.
  ///
  /// - Throws: code 134061, naming the part that a store cannot evaluate, and an alternative: the
  ///   number of characters in a string, elements by index, casts and `is`, regular expressions,
  ///   properties that are not `@Managed`, and nesting deeper than 500 levels.
  public convenience init<Input: ManagedObject>(_ predicate: Foundation.Predicate<Input>) throws {
    self.init(try PredicateConversion.node(of: predicate))
    if let defect { throw defect }
  }
}

extension TypedPredicate where Root: ManagedObject {
  /// Creates a predicate from one of Foundation's, to combine it with operators on key paths.
  ///
  ///     try TypedPredicate(#Predicate<Stay> { $0.nights % 7 == 0 }) && \.isPaid == false
  ///
  /// - Throws: errors of the corresponding `FetchPredicate.init(_:)`.
  public convenience init(_ predicate: Foundation.Predicate<Root>) throws {
    self.init(try FetchPredicate(predicate))
    if let defect { throw defect }
  }
}
