import ObjectGraph

/// What a meter counts.
public enum MeterKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Electricity, usually in kilowatt-hours.
  case electricity
  /// Water.
  case water
  /// Gas.
  case gas

  public static let emptyValue = MeterKind.electricity
}
