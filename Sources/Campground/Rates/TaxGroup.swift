import Foundation
import ObjectGraph

/// The groups of charges that are taxed alike.
///
/// Besides `lodging`, a group exists as soon as a tax for it is added.
package enum TaxGroup {
  /// The noun that messages use.
  package static let noun = "tax group"

  /// The groups of a campground, by name, including those of inactive taxes.
  static func known(
    at campground: Campground?, in context: ManagedObjectContext
  ) throws -> [String] {
    guard let campground else { return [RateCard.lodgingGroup] }
    let named = try context.fetch(FetchRequest<Tax>(try Tax.predicateInForce(at: campground)))
      .map(\.group)
    return Set(named + [RateCard.lodgingGroup]).sorted()
  }

  /// The name of a group as stored; nil for none.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the groups; `.invalidValue` for a text that
  ///   is too long or not one line.
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
  /// No tax exists for the group; adding one would create it.
  package static func unknownTaxGroup(_ name: String, known: [String]) -> Self {
    unknownName(of: TaxGroup.noun, name: name, known: known, fix: .addTax(group: name))
  }
}

extension RateService {
  /// The available tax groups: `lodging`, and the groups of all taxes.
  public func taxGroups() throws -> [String] {
    try TaxGroup.known(
      at: scope.campground(in: managedObjectContext), in: managedObjectContext)
  }
}
