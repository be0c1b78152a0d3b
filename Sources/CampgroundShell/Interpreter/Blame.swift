import Campground
import Foundation

/// What of a command an error of the business may stand at.
enum Blame {
  /// A name or a code that was given, in whatever capitals, also among others with commas.
  case word(String)
  /// A whole number that was given.
  case number(Int)
  /// A date that was given.
  case date(CalendarDate)
  /// An amount or a percentage that was given.
  case amount(Decimal)
  /// An amount that was given, where there is one only.
  case anyAmount
  /// What was given for a parameter.
  case parameter(String)

  /// The reservation that a command is about.
  static let code = Blame.parameter(ParameterKey<String>.code.name)
}

extension CampgroundError {
  /// What is to blame for the error: it stands at the first of these that a command was given.
  ///
  /// - Parameter isAboutGroup: whether the command is about a group; what is wrong with one stay
  ///   of it stands at its name.
  func blamed(isAboutGroup: Bool) -> [Blame] {
    let isAboutStay = about.contains(where: \.isOfStay)
    return about.flatMap(\.blamed) + (isAboutStay ? [.code] : [])
      + (isAboutStay && isAboutGroup ? [.parameter(ParameterKey<String>.groupName.name)] : [])
  }
}

extension CampgroundError.Subject {
  /// Whether it is a campsite.
  var isSite: Bool { if case .site = self { true } else { false } }

  /// Whether it is a stay, or what a stay is to have.
  fileprivate var isOfStay: Bool {
    switch self {
    case .stay, .site, .dates, .rule, .need, .named("class", _): true
    default: false
    }
  }

  fileprivate var blamed: [Blame] {
    switch self {
    case .campground(let name), .camper(let name), .site(let name), .stay(let name):
      [.word(name)]
    case .named("voucher", let code): [.word(code), .parameter("voucher"), .parameter("reference")]
    case .named(_, let name): [.word(name)]
    case .line: [.parameter("line")]
    case .property(let name): [.parameter(Self.parameters[name] ?? name.lowercased())]
    case .date(let date): [.date(date)]
    case .dates: ["at", "nights", "months", "to", "from"].map(Blame.parameter)
    case .number(let number): [.number(number)]
    case .amount(let amount): [amount.map(Blame.amount) ?? .anyAmount]
    case .rule(let violation): violation.blamed
    case .need(let need): need.blamed
    case .taken, .metered, .user, .known, .change: []
    }
  }

  /// The parameters that are not called as the property is.
  private static let parameters = [
    "arrival": "from", "number": "value", "otherStay": "with", "picture": "set",
    "reading": "value", "seller": "by", "siteChanges": "then",
  ]
}

extension StayRuleViolation {
  fileprivate var blamed: [Blame] {
    switch kind {
    case .minimumPerNight, .minimumInSeason, .maximumNights:
      ["nights", "months", "to"].map(Blame.parameter)
    case .closedToDeparture: ["to", "nights", "months"].map(Blame.parameter)
    case .closedToArrival, .gap, .bookingWindow, .advanceDays, nil: [.parameter("from")]
    }
  }
}

extension UnmetNeed {
  fileprivate var blamed: [Blame] {
    switch self {
    case .length(let needed, _), .people(let needed, _), .vehicles(let needed, _),
      .amperes(let needed, _):
      [.number(needed)]
    case .type, .electricity, .siteClass, .loop, .water, .sewer, .pets, .access, .shade, .tentPad,
      .detail:
      []
    }
  }
}

extension ParsedCommand {
  /// Where the first of these stands that the command was given; nil where it was given none.
  func range(of blamed: [Blame]) -> SourceRange? { blamed.lazy.compactMap(range).first }

  private func range(of blame: Blame) -> SourceRange? {
    switch blame {
    case .parameter(let name): arguments[name]?.range
    case .word(let word):
      onlyRange { $0.names(word) }
        ?? siteChanges.first { $0.site.lowercased() == word.lowercased() }?.siteRange
    case .number(let number): onlyRange { $0.value == .integer(number) }
    case .date(let date):
      onlyRange { $0.value == .date(date) }
        ?? siteChanges.first { $0.date == date }?.dateRange
    case .amount(let amount): amounts.first { $0.value == amount }?.range
    case .anyAmount: amounts.count == 1 ? amounts[0].range : nil
    }
  }

  /// The place of the argument that is meant; nil where several may be.
  private func onlyRange(_ isMeant: (Argument) -> Bool) -> SourceRange? {
    let meant = arguments.values.filter(isMeant)
    return meant.count == 1 ? meant[0].range : nil
  }

  private var siteChanges: [SiteChangeTerm] { self[.siteChanges] ?? [] }

  /// The amounts and percentages that the command was given.
  private var amounts: [(value: Decimal, range: SourceRange)] {
    arguments.values.compactMap { argument in
      switch argument.value {
      case .decimal(let value): (value, argument.range)
      case .text(let text):
        (try? AmountText(text.hasSuffix("%") ? String(text.dropLast()) : text))
          .map { ($0.value, argument.range) }
      default: nil
      }
    }
  }
}

extension Argument {
  /// Whether it is that name or code, or a list that has it.
  fileprivate func names(_ word: String) -> Bool {
    guard case .text(let text) = value else { return false }
    let word = word.lowercased()
    return text.lowercased().split(separator: ",")
      .contains { $0.trimmingCharacters(in: .whitespaces) == word }
  }
}
