import Foundation

extension CampgroundError {
  /// What an error is about, as a value.
  public enum Subject: Hashable, Sendable {
    /// A campground by its name.
    case campground(String)

    /// A camper by name, or by the word that was meant to identify one.
    case camper(String)

    /// A campsite by name, or by the word that was meant to identify one.
    case site(String)

    /// A reservation by its code, `R-1`.
    case stay(String)

    /// Anything else by its noun and its name or code: `("voucher", "V-1")`.
    case named(String, String)

    /// A line of a bill by its number.
    case line(Int)

    /// A property by its name: `taxIncluded`.
    case property(String)

    /// A date that was given, or that matters.
    case date(CalendarDate)

    /// The dates of a stay that were asked for.
    case dates

    /// A number that was given, or a remaining quantity.
    case number(Int)

    /// An amount or a percentage that was given; nil for a total.
    case amount(Decimal?)

    /// A stay rule that would be broken.
    case rule(StayRuleViolation)

    /// A need that a campsite does not meet.
    case need(UnmetNeed)

    /// A stay or a block in the way.
    case taken(TakenStay)

    /// A stay on a campsite with a meter.
    case metered(MeteredStay)

    /// An object that refers to it, in words or by its code: `rate "High"`, `R-1`.
    case user(String)

    /// A name that may have been meant, or an available place.
    case known(String)

    /// A change by someone else.
    case change(MeanwhileChange)
  }

  /// The stays and blocks in the way.
  public var takenStays: [TakenStay] {
    about.compactMap { if case .taken(let stay) = $0 { stay } else { nil } }
  }

  /// The stays that share a meter reading.
  public var meteredStays: [MeteredStay] {
    about.compactMap { if case .metered(let stay) = $0 { stay } else { nil } }
  }

  /// The stay rules that would be broken.
  public var brokenRules: [StayRuleViolation] {
    about.compactMap { if case .rule(let rule) = $0 { rule } else { nil } }
  }

  /// The objects that refer to it.
  public var users: [String] {
    about.compactMap { if case .user(let user) = $0 { user } else { nil } }
  }

  /// The names that may have been meant, or the available places.
  public var knownNames: [String] {
    about.compactMap { if case .known(let name) = $0 { name } else { nil } }
  }

  /// The change by someone else.
  public var change: MeanwhileChange? {
    about.lazy.compactMap { if case .change(let change) = $0 { change } else { nil } }.first
  }
}

extension [CampgroundError.Subject] {
  /// The objects that refer to it, each in words or by its code.
  static func users(_ users: [String]) -> Self { users.map(Element.user) }
}

extension CampgroundError.Subject {
  /// A line of a bill.
  static func line(_ line: FolioEntry) -> Self { .line(line.lineNumber ?? 0) }
}
