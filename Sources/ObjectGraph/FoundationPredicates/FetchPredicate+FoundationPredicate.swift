import Foundation
import ObjectModel

/// Predicates that Swift's own `#Predicate` makes.
///
///     let name = "ann"
///     request.predicate = try FetchPredicate(#Predicate<Camper> { camper in
///       camper.fullName.localizedStandardContains(name)
///         && camper.stays.contains { $0.nights > 3 && !$0.isPaid }
///     })
extension FetchPredicate {
  /// Makes a predicate of one of Foundation's, with the values that it captured.
  ///
  /// It finds the objects for which Foundation's predicate holds itself, with these exceptions:
  /// - A property that is not `Optional` counts as nil where the store has no value, as in the
  ///   other predicates, not as the empty value that it reads as: then `$0.age < 3` is false.
  /// - Text is compared by its UTF-8 bytes, not by its characters, so that two spellings of one
  ///   accented letter differ, and the empty text is part of every text.
  /// - `!` behind nil gives nil, where Foundation throws: `$0.nights! < 3` is false then, and
  ///   `$0.nights! != 3` is true. So does a division by 0.
  /// - Whole numbers are added, subtracted and multiplied with 64 bits, whatever their type.
  ///
  /// Objects cannot be captured, for they are not `Sendable`: capture their IDs, and compare with
  /// `$0.camper?.objectID`. An enumeration has to be `Codable`, and its cases to be captured as
  /// values. A closure can be written as `if let`, with `??`, or with `flatMap`.
  ///
  /// - Throws: code 134061 saying which part a store cannot be asked, and what to write instead:
  ///   the count of a text's characters, elements by their place, casts and `is`, regular
  ///   expressions, properties that are not `@Managed`, and what is nested past 500 levels.
  public convenience init<Input: ManagedObject>(_ predicate: Foundation.Predicate<Input>) throws {
    self.init(try PredicateConversion.node(of: predicate))
    if let defect { throw defect }
  }
}

extension TypedPredicate where Root: ManagedObject {
  /// Makes a predicate of one of Foundation's, which then joins in with operators on key paths.
  ///
  ///     try TypedPredicate(#Predicate<Stay> { $0.nights % 7 == 0 }) && \.isPaid == false
  ///
  /// - Throws: as `FetchPredicate.init(_:)` of such a predicate.
  public convenience init(_ predicate: Foundation.Predicate<Root>) throws {
    self.init(try FetchPredicate(predicate))
    if let defect { throw defect }
  }
}
