import ObjectGraph

extension RateKind: ManagedRawValue {
  public static let emptyValue = RateKind.nightly
}

extension ChargeBasis: ManagedRawValue {
  public static let emptyValue = ChargeBasis.stay
}

extension StayRuleKind: ManagedRawValue {
  public static let emptyValue = StayRuleKind.minimumPerNight
}
