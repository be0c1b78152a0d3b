import ObjectGraph

/// Previews of a call before it is accepted.
extension ReservationService {
  /// Makes a call on a service that saves nothing, and returns its result.
  ///
  ///     let change = try service.preview { try $0.checkOut("R-1") }
  ///
  /// - Throws: what the call throws: the rule that it would break.
  public func preview<Answer: Sendable>(
    _ call: (ReservationService) throws -> Answer
  ) throws -> Answer {
    let scratch = managedObjectContext.makeChild()
    return try withExtendedLifetime(scratch) {
      let service = ReservationService(scope.previewing(in: scratch))
      service.assignmentSteps = assignmentSteps
      return try call(service)
    }
  }

  /// A service whose changes must match the ones shown.
  ///
  ///     try service.accepting(change).checkOut("R-1")
  ///
  /// If somebody else has changed the stay or its price in the meantime, the call throws
  /// `CampgroundError.refused`, which gives both versions, and changes nothing.
  public func accepting(_ shown: StayChange...) -> ReservationService { accepting(shown) }

  /// A service whose changes must match the ones shown.
  public func accepting(_ shown: [StayChange]) -> ReservationService {
    let service = ReservationService(scope)
    service.shown = shown
    service.assignmentSteps = assignmentSteps
    return service
  }

  /// Checks that changes match the ones shown.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireShown(_ changes: [StayChange]) throws(CampgroundError) {
    guard let shown else { return }
    for (expected, change) in zip(shown, changes) where !expected.isSame(as: change) {
      let difference = expected.difference(from: change)
      throw CampgroundError(
        about: [.change(difference)], "\(difference)", fix: .advice("run the command again"))
    }
  }
}
