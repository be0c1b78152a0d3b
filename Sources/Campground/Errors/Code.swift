extension CampgroundError {
  /// What programs tell apart; what exactly is wrong, the error's text says. Where documentation
  /// mentions `CampgroundError.siteTaken`, it means an error with the code `siteTaken`.
  public enum Code: String, Sendable, CaseIterable {
    /// A value is not allowed, whatever is stored: an empty name, a negative price, a departure
    /// before the arrival.
    case invalidValue

    /// A number is below or above the limits that the text names.
    case outOfRange

    /// Nothing has that name or code; known ones may be listed.
    case unknown

    /// Several things match the name, which are listed.
    case ambiguous

    /// Something else has that name already.
    case nameTaken

    /// Stays, sales or amounts depend on what was to be changed or deleted.
    case inUse

    /// Someone else has deleted it.
    case gone

    /// Someone else changed something, so that a command would have another result than shown when
    /// it was entered.
    case changedMeanwhile

    /// Another stay has the campsite on these nights, or it is closed then.
    case siteTaken

    /// No campsite in the class is free for all nights, or none was found.
    case noRoom

    /// The campsite does not fit the party, is retired, or cannot be let in that way.
    case unfit

    /// The stay breaks rules of the campground, which can be overridden.
    case stayRuleBroken

    /// The date of arrival is still to come.
    case beforeArrival

    /// The day was closed before.
    case dayClosedAlready

    /// Anything else that is not allowed; the text says why.
    case refused
  }
}
