/// Errors about waitlist offers.
extension CampgroundError {
  /// The entry gets no offers.
  static func noOffer(_ code: String, _ status: WaitlistStatus) -> Self {
    let fix: Fix =
      switch status {
      case .resting: .askAgain(code)
      case .booked, .withdrawn, .lapsed: .showWait(code)
      default: .offerFree
      }
    return Self(
      about: [.named("wait", code)], "\(code) is \(status.rawValue) and gets no offers", fix: fix)
  }
}
