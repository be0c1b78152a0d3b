import ObjectGraph

/// Who closes a campsite.
public enum SiteBlockKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Something is mended or built.
  case maintenance
  /// The office wants it kept free.
  case office

  public static let emptyValue = SiteBlockKind.maintenance
}
