import ObjectGraph

/// A rule that prices the stays on some campsites.
public class PriceRule: VersionedRule {
  /// The site type that it applies to, as stored; nil for all.
  @Managed("siteType") public final var siteType: String?

  /// The class of campsites that it applies to; nil for all.
  @Managed("siteClass") public final var siteClass: SiteClass?

  /// Whether the rule is in use.
  @Managed("isActive") public final var isActive: Bool
}
