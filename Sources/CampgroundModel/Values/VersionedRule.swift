import ObjectGraph

/// A pricing rule whose former versions are kept, so that what was agreed under one keeps its
/// price.
///
/// The object that people name and edit is the version in force. Former versions are objects of the
/// same entity with an end revision, which lists and lookups leave out; see `RuleVersions`.
public protocol VersionedRule: CampgroundRule {
  /// The revision of the campground's rules that brought this version into force.
  var revision: Int64 { get set }

  /// The revision that ended it; `Int64.max` while it is in force.
  var endRevision: Int64 { get set }
}

extension VersionedRule {
  /// Whether this is the version in force rather than a former one.
  public var isInForce: Bool { endRevision == .max }
}

extension Season: VersionedRule {}
extension Rate: VersionedRule {}
extension Discount: VersionedRule {}
extension Tax: VersionedRule {}
extension Fee: VersionedRule {}
extension DepositRule: VersionedRule {}
extension CancellationPolicy: VersionedRule {}

extension CampgroundRule {
  /// The predicate for a campground's rules in force.
  package static func predicateInForce(at campground: Campground) throws -> FetchPredicate {
    guard Self.self is any VersionedRule.Type else {
      return try FetchPredicate(format: "campground == %@", campground)
    }
    return try FetchPredicate(
      format: "campground == %@ AND endRevision == %@", campground, Int64.max)
  }
}
