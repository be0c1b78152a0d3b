import Campground
import CommandKit
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

  static let code = Blame.parameter(ParameterKey<String>.code.name)
  /// Whether it is the reservation that a command is about.
  var isCode: Bool {
    if case .parameter(ParameterKey<String>.code.name) = self { true } else { false }
  }

  static let group = Blame.parameter(ParameterKey<String>.groupName.name)
  static let otherCode = Blame.parameter(ParameterKey<String>.otherCode.name)
  static let name = Blame.parameter(ParameterKey<String>.name.name)
  static let kind = Blame.parameter(ParameterKey<String>.kind.name)
  static let every = Blame.parameter(ParameterKey<String>.every.name)
  static let from = Blame.parameter(ParameterKey<CalendarDate>.from.name)
  static let to = Blame.parameter(ParameterKey<CalendarDate>.to.name)
  static let on = Blame.parameter(ParameterKey<CalendarDate>.on.name)
  static let day = Blame.parameter(ParameterKey<CalendarDate>.day.name)
  static let until = Blame.parameter(ParameterKey<CalendarDate>.until.name)
  static let changeDay = Blame.parameter(ParameterKey<CalendarDate>.changeDay.name)
  static let nights = Blame.parameter(ParameterKey<Int>.nights.name)
  static let months = Blame.parameter(ParameterKey<Int>.months.name)
  static let taxIncluded = Blame.parameter(ParameterKey<Bool>.taxIncluded.name)
  static let minutes = Blame.parameter(ParameterKey<Int>.minutes.name)
  static let included = Blame.parameter(ParameterKey<Int>.included.name)
  static let quantity = Blame.parameter(ParameterKey<Int>.quantity.name)
  static let item = Blame.parameter(ParameterKey<String>.item.name)
  static let seller = Blame.parameter(ParameterKey<String>.seller.name)
  static let picture = Blame.parameter(ParameterKey<String>.pictureFile.name)
  static let line = Blame.parameter(ParameterKey<Int>.line.name)
  static let number = Blame.parameter(ParameterKey<Int>.value.name)
  static let reading = Blame.parameter(ParameterKey<Decimal>.value.name)
  static let money = Blame.parameter(ParameterKey<Decimal>.amount.name)
  static let price = Blame.parameter(ParameterKey<Decimal>.price.name)
  static let weekdays = Blame.parameter(ParameterKey<String>.weekdays.name)
  static let steps = Blame.parameter(ParameterKey<String>.steps.name)
  static let discount = Blame.parameter(ParameterKey<String>.discount.name)
  static let method = Blame.parameter(ParameterKey<String>.method.name)
  static let voucher = Blame.parameter(ParameterKey<String>.voucher.name)
  static let reference = Blame.parameter(ParameterKey<String>.reference.name)
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
