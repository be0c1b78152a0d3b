import ObjectGraph

/// Something of a campground that people call by its name: a rate, a tax, a policy; an employee, an
/// item.
public class CampgroundRule: ManagedObject {
  /// The noun that messages use.
  public class var noun: String { "rule" }

  /// The name, unique among those of its kind at the campground.
  @Managed("name") public final var name: String

  /// The campground; never nil once saved.
  @Managed("campground") public final var campground: Campground?

  /// The names of what depends on it, which prevents its deletion.
  public var users: [String] { [] }

  /// Properties that the audit leaves out, because it records what they mean together.
  package class var unaudited: Set<String> { [] }

  /// What to do instead of deleting one in use.
  public class var remedy: String { "" }

  /// The predicate for those of a campground that are in force.
  package static func predicateInForce(at campground: Campground) throws -> FetchPredicate {
    guard self is VersionedRule.Type else {
      return try FetchPredicate(format: "campground == %@", campground)
    }
    return try FetchPredicate(
      format: "campground == %@ AND endRevision == %@", campground, Int64.max)
  }
}
