import ObjectGraph

/// Why a campsite is closed.
public enum SiteBlockKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Repairs or construction.
  case maintenance
  /// Kept free by the office.
  case office

  public static let emptyValue = SiteBlockKind.maintenance
}
