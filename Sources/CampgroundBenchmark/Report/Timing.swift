/// The time that a body takes, in milliseconds.
func measure(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}
