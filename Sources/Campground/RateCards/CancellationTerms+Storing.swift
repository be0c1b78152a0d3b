import ObjectGraph

extension CancellationTerms {
  /// The terms of a policy.
  public init(_ policy: CancellationPolicy) {
    self.init(policy, steps: policy.steps.filter { !$0.isDeleted })
  }

  /// The terms of a policy whose steps are known.
  init(_ policy: CancellationPolicy, steps: some Sequence<CancellationStep>) {
    self.init(
      steps: steps.map(Step.init),
      currency: policy.campground?.currency ?? .usd, cutOffMinute: Int(policy.cutOffMinute),
      graceMinutes: Int(policy.graceMinutes), changeFeeMinor: policy.changeFeeMinor)
  }
}

extension CancellationTerms.Step {
  /// Makes a step from a stored one.
  init(_ step: CancellationStep) {
    let keeps: CancellationTerms.Kept =
      if let nights = step.keptNights {
        .nights(Int(nights))
      } else if let percent = step.keptPercent {
        .percent(percent)
      } else {
        .nothing
      }
    self.init(step.days, keeps: keeps, feeMinor: step.feeMinor)
  }
}
