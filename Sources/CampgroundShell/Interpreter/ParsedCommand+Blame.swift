import Campground
import CommandKit
import Foundation

/// Finds the words of a command that a business error is about.
extension ParsedCommand<Session> {
  /// The first given argument that the error is about; nil if there is none.
  ///
  /// For an error about a stay or its properties, the fallback is the reservation code, or the name
  /// of
  /// the group that the command is about.
  func range(blamedFor error: CampgroundError) -> SourceRange? {
    if let range = error.about.lazy.compactMap(range).first { return range }
    guard error.about.contains(where: \.isOfStay) else { return nil }
    let isAboutGroup = command.positionals.contains { $0.name == "group" }
    return range(of: "code") ?? (isAboutGroup ? range(of: "group") : nil)
  }

  private func range(of subject: CampgroundError.Subject) -> SourceRange? {
    switch subject {
    case .named("voucher", let code): range(named: code) ?? range(of: "voucher", "reference")
    case .campground(let name), .camper(let name), .site(let name), .stay(let name),
      .named(_, let name):
      range(named: name)
    case .line: range(of: "line")
    case .property(let name): range(of: Self.parameters[name] ?? name.lowercased())
    case .date(let date):
      onlyRange { $0.isDate(date) } ?? siteChanges.first { $0.date == date }?.dateRange
    case .dates: range(of: "at", "nights", "months", "to", "from")
    case .number(let number): onlyRange { $0.isNumber(number) }
    case .amount(let amount?): amounts.first { $0.value == amount }?.range
    case .amount(nil): amounts.count == 1 ? amounts[0].range : nil
    case .rule(let violation): range(of: violation)
    case .need(let need): need.number.flatMap { range(of: .number($0)) }
    case .taken, .metered, .user, .known, .change: nil
    }
  }

  /// The parameters whose name differs from the property.
  private static let parameters = [
    "arrival": "from", "number": "value", "otherStay": "with", "picture": "set",
    "reading": "value", "seller": "by", "siteChanges": "then",
  ]

  private func range(of violation: StayRuleViolation) -> SourceRange? {
    switch violation.kind {
    case .minimumPerNight, .minimumInSeason, .maximumNights: range(of: "nights", "months", "to")
    case .closedToDeparture: range(of: "to", "nights", "months")
    case .closedToArrival, .gap, .bookingWindow, .advanceDays, nil: range(of: "from")
    }
  }

  /// The range of the first of these parameters that was given.
  private func range(of parameters: String...) -> SourceRange? {
    parameters.lazy.compactMap { argument(named: $0)?.range }.first
  }

  /// The range of a given name or code, regardless of case, including one in a list.
  private func range(named name: String) -> SourceRange? {
    onlyRange { $0.names(name) }
      ?? siteChanges.first { $0.site.lowercased() == name.lowercased() }?.siteRange
  }

  /// The range of the only matching argument; nil if several match.
  private func onlyRange(_ isMeant: (ArgumentText<Session>) -> Bool) -> SourceRange? {
    let meant = arguments.filter(isMeant)
    return meant.count == 1 ? meant[0].range : nil
  }

  private var siteChanges: [SiteChangeTerm] {
    (try? argument(named: "then")?.siteChanges()) ?? []
  }

  /// The amounts and percentages that the command was given.
  private var amounts: [(value: Decimal, range: SourceRange)] {
    arguments.compactMap { argument in
      guard let text = argument.words else { return nil }
      return (try? AmountText(text.hasSuffix("%") ? String(text.dropLast()) : text))
        .map { ($0.value, argument.range) }
    }
  }
}

extension ArgumentText<Session> {
  fileprivate var words: String? { try? text() }

  /// Whether the argument is that name or code, or a list or range that contains it.
  fileprivate func names(_ word: String) -> Bool {
    guard ![.number, .date, .time].contains(parameter.form.nature) else { return false }
    let word = word.lowercased()
    return (try? SiteNames.names(in: (words ?? "").lowercased()))?.contains(word) ?? false
  }

  fileprivate func isDate(_ date: CalendarDate) -> Bool {
    parameter.form.nature == .date
      && [DatePhrase.Direction.ahead, .back].contains { (try? self.date($0))?.date == date }
  }

  fileprivate func isNumber(_ number: Int) -> Bool {
    parameter.form.nature == .number && words.flatMap(Int.init) == number
  }
}

extension CampgroundError.Subject {
  /// Whether it is a stay or a property of one.
  fileprivate var isOfStay: Bool {
    switch self {
    case .stay, .site, .dates, .rule, .need, .named("class", _): true
    default: false
    }
  }
}

extension UnmetNeed {
  /// The number that the error is about.
  fileprivate var number: Int? {
    switch self {
    case .length(let needed, _), .people(let needed, _), .vehicles(let needed, _),
      .amperes(let needed, _):
      needed
    default: nil
    }
  }
}
