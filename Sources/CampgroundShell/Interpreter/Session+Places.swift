import Campground
import Foundation
import ObjectGraph

/// Where in a command an error of the business stands.
extension Session {
  /// The words that an error is about, as a diagnostic at their place; nil where it is about no one word.
  func diagnostic(about error: CampgroundError, in command: ParsedCommand) -> Diagnostic? {
    guard let place = place(of: error, in: command),
      let range = command.arguments[place.name]?.range
    else { return nil }
    return command.text.diagnostic("\(error)", hint: place.hint, at: range)
  }

  /// The name of a parameter and how to mend what was given for it.
  private typealias Place = (name: String, hint: String?)

  private func place(of error: CampgroundError, in command: ParsedCommand) -> Place? {
    switch error {
    case .invalidAmount(.tooPrecise(let amount, let currency)):
      let places = currency.minorUnitDigits
      let hint =
        places == 0
        ? "write it without a point" : "write at most \(places) digits behind the point"
      return command.amounts.first { $0.value == amount }.map { ($0.name, hint) }
    case .invalidAmount(.overflow):
      // Of several amounts nobody knows which one it is.
      return command.amounts.count == 1 ? (command.amounts[0].name, nil) : nil
    case .outOfRange(_, let value, _), .stayTooLong(let value, _):
      let fitting = command.arguments.filter { $0.value.value == .integer(value) }
      return fitting.count == 1 ? fitting.first.map { ($0.key, nil) } : nil
    case .unknownName(TaxGroup.noun, let name, let known):
      let hint =
        Suggestion.hint(for: name, in: known)
        ?? "a tax makes its group: tax add NAME 8% group \(CommandText.quoted(name))"
      return (ParameterKey<String>.taxGroup.name, hint)
    case .beforeArrival(let code, let arrival, let today):
      return hint(before: arrival, on: today, about: code, in: command).map {
        (ParameterKey<String>.code.name, $0)
      }
    case .ledger(let rule): return place(of: rule, in: command)
    default: return nil
    }
  }

  /// What can be done with a guest before the day of arrival in the place of what was refused.
  private func hint(
    before arrival: CalendarDate, on today: CalendarDate, about code: String,
    in command: ParsedCommand
  ) -> String? {
    // The part of a stay on two sites begins when the part before it ends.
    if (try? reservations.find(code))?.previousPart != nil { return nil }
    return switch command.id {
    case .reservationNoShow: "\"cancel \(code)\" calls it off before"
    case .reservationCheckIn where today.distance(to: arrival) <= ReservationService.mostDaysEarly:
      "\"checkin \(code) early\" moves the arrival to today"
    case .reservationCheckIn:
      "\"reservation dates \(code) from \(today) nights N\" gives the stay other dates"
    default: nil
    }
  }

  private func place(of rule: LedgerRule, in command: ParsedCommand) -> Place? {
    switch rule {
    case .amountNotPositive(let money), .amountTooLarge(let money, _):
      return command.amounts.first { $0.value == money.amount }.map { ($0.name, nil) }
    case .refundExceedsPaid, .voucherTooSmall: return (ParameterKey<Decimal>.amount.name, nil)
    case .noCredit:
      let amount = ParameterKey<Decimal>.amount.name
      return (
        command.arguments[amount] == nil ? ParameterKey<String>.code.name : amount,
        command.id == .refund
          ? "what the guest is not to pay is taken off the bill first, by allowance or reverse"
          : nil
      )
    case .allowanceExceedsBill: return (ParameterKey<Decimal>.amount.name, nil)
    case .unknownLine:
      return (ParameterKey<Int>.line.name, "\"folio CODE\" lists lines with their numbers")
    case .lineReversed, .lineIsReversal, .lineOfVoucher:
      return (ParameterKey<Int>.line.name, nil)
    case .dayClosed:
      return (
        ParameterKey<CalendarDate>.on.name, "without on it is written for the business day"
      )
    case .dayToCome, .readingTooEarly, .dayOutOfOrder, .dayClosedAlready, .dayHasUnpostedNights:
      let (on, day) = (ParameterKey<CalendarDate>.on.name, ParameterKey<CalendarDate>.day.name)
      return (command.arguments[on] == nil ? day : on, nil)
    case .unknownVoucher(let word):
      let hint =
        Suggestion.hint(for: word, in: values(of: .voucher))
        ?? "\"voucher list open\" lists those of which something is left"
      return (voucherName(in: command), hint)
    case .voucherExpired, .voucherOfAnother, .voucherUsedUp: return (voucherName(in: command), nil)
    case .voucherExpiresBeforeToday: return (ParameterKey<CalendarDate>.until.name, nil)
    case .nothingDue: return (ParameterKey<String>.code.name, nil)
    case .discountAfterPosting, .priceAfterPosting:
      return (
        ParameterKey<String>.code.name,
        "allowance takes an amount off the bill, reservation extend adds nights"
      )
    case .meterWentBack:
      return (ParameterKey<Decimal>.value.name, "add replaced where the meter is a new one")
    case .meterSpansStays(_, _, _, let stays):
      return (ParameterKey<Decimal>.value.name, Self.hint(aboutMeterOf: stays))
    case .notAtMeter: return (ParameterKey<String>.payer.name, nil)
    case .readingBelowZero: return (ParameterKey<Decimal>.value.name, nil)
    case .reasonMissing, .voucherNeedsCode, .notInScratchPad: return nil
    }
  }

  /// How to say who pays, and how to give the reading of the day of the change.
  private static func hint(aboutMeterOf stays: [MeteredStay]) -> String? {
    guard let first = stays.first else { return nil }
    let change = first.until.map { "; a reading of the change comes first, with \"on \($0)\"" }
    return "add \"for \(first.code)\" where it pays for all of it" + (change ?? "")
  }

  private func voucherName(in command: ParsedCommand) -> String {
    let voucher = ParameterKey<String>.voucher.name
    return command.arguments[voucher] == nil ? ParameterKey<String>.reference.name : voucher
  }

  // MARK: Signs of currencies

  /// Checks that amounts which were written with the sign of a currency are in the campground's.
  func checkSigns(of command: ParsedCommand) throws {
    for (name, argument) in command.arguments {
      guard case .decimal = argument.value,
        let amount = try? AmountText(argument.written), amount.sign != nil
      else { continue }
      do {
        try amount.check(in: try campgrounds.current()?.currency ?? .usd)
      } catch let error as MoneyError {
        throw command.text.diagnostic(
          "\(name): \(error)", hint: "write the number alone",
          at: argument.range)
      }
    }
  }
}

extension ParsedCommand {
  /// The amounts that the command was given, each with the name of its parameter.
  fileprivate var amounts: [(name: String, value: Decimal)] {
    arguments.sorted { $0.key < $1.key }.compactMap { name, argument in
      switch argument.value {
      case .decimal(let value): (name, value)
      case .text(let text) where name == ParameterKey<String>.share.name:
        (try? AmountText(text)).map { (name, $0.value) }
      default: nil
      }
    }
  }
}
