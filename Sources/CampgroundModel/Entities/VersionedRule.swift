import ObjectGraph

/// A pricing rule whose former versions are kept, so that what was agreed under one keeps its
/// price.
///
/// The object that people name and edit is the version in force. Former versions are objects of the
/// same entity with an end revision, which lists and lookups leave out; see `RuleVersions`.
public class VersionedRule: CampgroundRule {
  /// The revision of the campground's rules that brought this version into force.
  @Managed("revision") public final var revision: Int64

  /// The revision that ended it; `Int64.max` while it is in force.
  @Managed("endRevision") public final var endRevision: Int64

  /// Whether this is the version in force rather than a former one.
  public final var isInForce: Bool { endRevision == .max }
}
