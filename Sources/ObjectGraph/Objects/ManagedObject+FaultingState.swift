extension ManagedObject {
  /// 0 when the object's values are there for whoever asks; another value for a fault, for an
  /// object without a context, and while `awakeFromFetch()` runs, when changes do not count.
  ///
  /// It reads nothing. In `willTurnIntoFault()` the values are still there, and it is 0.
  public final var faultingState: UInt {
    if isFault { return 1 }
    return state.contains(.awaking) ? 2 : 0
  }
}
