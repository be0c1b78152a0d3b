import ObjectGraph

/// What a meter counts.
public enum MeterKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Electricity, by kilowatt hours mostly.
  case electricity
  /// Water.
  case water
  /// Gas.
  case gas

  public static let emptyValue = MeterKind.electricity
}
