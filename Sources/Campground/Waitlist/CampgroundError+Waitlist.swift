/// What is offered to those who wait.
extension CampgroundError {
  /// Nothing is offered to the entry.
  static func noOffer(_ code: String, _ status: WaitlistStatus) -> Self {
    let fix: Fix =
      switch status {
      case .resting: .askAgain(code)
      case .booked, .withdrawn, .lapsed: .showWait(code)
      default: .offerFree
      }
    return Self(
      .noOffer, about: [.named("wait", code)],
      "\(code) is \(status.rawValue) and gets no offers", fix: fix)
  }
}
