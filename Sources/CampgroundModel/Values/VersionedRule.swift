import ObjectGraph

/// A rule about prices, whose former versions are kept: what was agreed under one stays priced by
/// it.
///
/// The object that people name and edit is the version in force. What it was before are objects of
/// the same entity that ended, which lists and lookups leave out; see `RuleVersions`.
public protocol VersionedRule: CampgroundRule {
  /// The revision of the campground's rules with which this version came into force.
  var revision: Int64 { get set }

  /// The revision with which it ended; `Int64.max` while it is in force.
  var endRevision: Int64 { get set }
}

extension VersionedRule {
  /// Whether it is what the rule is now, rather than what it was.
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
  /// What is true of the rules of a campground as they are now.
  package static func predicateInForce(at campground: Campground) throws -> FetchPredicate {
    guard Self.self is any VersionedRule.Type else {
      return try FetchPredicate(format: "campground == %@", campground)
    }
    return try FetchPredicate(
      format: "campground == %@ AND endRevision == %@", campground, Int64.max)
  }
}
