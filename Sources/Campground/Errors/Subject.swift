import Foundation

extension CampgroundError {
  /// Something that an error is about, as a value.
  public enum Subject: Hashable, Sendable {
    /// A campground by its name.
    case campground(String)

    /// A camper by name, or by the word that was to name one.
    case camper(String)

    /// A campsite by name, or by the word that was to name one.
    case site(String)

    /// A reservation by its code, `R-1`.
    case stay(String)

    /// Anything else by its noun and its name or code: `("voucher", "V-1")`.
    case named(String, String)

    /// A line of a bill by its number.
    case line(Int)

    /// A property that was given, by its name: `taxIncluded`.
    case property(String)

    /// A date that was given, or that matters.
    case date(CalendarDate)

    /// The dates of a stay that were asked for.
    case dates

    /// A number that was given, or that is left.
    case number(Int)

    /// An amount or a percentage that was given; nil for what amounts come to.
    case amount(Decimal?)

    /// A rule about stays that would be broken.
    case rule(StayRuleViolation)

    /// What a campsite does not have.
    case need(UnmetNeed)

    /// A stay or a closing in the way.
    case taken(TakenStay)

    /// A stay on a campsite with a meter.
    case metered(MeteredStay)

    /// What uses it, in words or by its code: `rate "High"`, `R-1`.
    case user(String)

    /// A name that could have been meant, or a place that could be had.
    case known(String)

    /// What somebody else changed.
    case change(MeanwhileChange)
  }

  /// The stays and closings in the way.
  public var takenStays: [TakenStay] {
    about.compactMap { if case .taken(let stay) = $0 { stay } else { nil } }
  }

  /// The stays that used what a meter counted.
  public var meteredStays: [MeteredStay] {
    about.compactMap { if case .metered(let stay) = $0 { stay } else { nil } }
  }

  /// The rules about stays that would be broken.
  public var brokenRules: [StayRuleViolation] {
    about.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
  }

  /// What uses it.
  public var users: [String] {
    about.compactMap { if case .user(let user) = $0 { user } else { nil } }
  }

  /// The names that could have been meant, or the places that could be had.
  public var knownNames: [String] {
    about.compactMap { if case .known(let name) = $0 { name } else { nil } }
  }

  /// What somebody else changed.
  public var change: MeanwhileChange? {
    about.lazy.compactMap { if case .change(let change) = $0 { change } else { nil } }.first
  }
}

extension [CampgroundError.Subject] {
  /// What uses it, each in words or by its code.
  static func users(_ users: [String]) -> Self { users.map(Element.user) }
}

extension CampgroundError.Subject {
  /// A line of a bill.
  static func line(_ line: FolioEntry) -> Self { .line(line.lineNumber ?? 0) }
}
