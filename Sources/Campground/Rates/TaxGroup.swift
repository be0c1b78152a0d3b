import Foundation
import ObjectGraph

/// The groups of charges that are taxed alike.
///
/// There is `lodging`, and what taxes are for: adding a tax for a group is what makes it.
package enum TaxGroup {
  /// What a group is called in messages.
  package static let noun = "tax group"

  /// The groups at a campground, by name; those of taxes that are not charged at the moment, too.
  static func known(
    at campground: Campground?, in context: ManagedObjectContext
  ) throws -> [String] {
    guard let campground else { return [RateCard.lodgingGroup] }
    let request = Tax.fetchRequest()
    request.predicate = try Tax.predicateInForce(at: campground)
    let named = try context.fetch(request).map(\.group)
    return Set(named + [RateCard.lodgingGroup]).sorted()
  }

  /// A group as the store has it, which ends in nil for none.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the groups there are; `.notOneLine` and
  ///   `.textTooLong`.
  static func checked(
    _ group: String?, at campground: Campground?, in context: ManagedObjectContext
  ) throws -> String? {
    guard let group = try RuleCheck.group(group) else { return nil }
    let known = try known(at: campground, in: context)
    guard known.contains(group) else {
      throw CampgroundError.unknownTaxGroup(group, known: known)
    }
    return group
  }
}

extension CampgroundError {
  /// No tax is for the group; a tax makes it.
  package static func unknownTaxGroup(_ name: String, known: [String]) -> Self {
    unknownName(of: TaxGroup.noun, name: name, known: known, fix: .addTax(group: name))
  }
}

extension RateService {
  /// The groups of charges that something can be taxed with: `lodging`, and
  /// those that taxes are for.
  public func taxGroups() throws -> [String] {
    try TaxGroup.known(
      at: scope.campground(in: managedObjectContext), in: managedObjectContext)
  }
}
