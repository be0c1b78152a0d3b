import Campground
import CommandKit
import Foundation

/// Turns tokens into typed values.
struct ValueReader {
  let text: CommandText
  let variables: [String: VariableValue]
  /// The day that words such as tomorrow are counted from.
  var today: () throws -> CalendarDate = { CalendarDate(Date(), in: .current) }

  /// Reads the value that the tokens, at least one, give for a parameter.
  func read(_ indices: Range<Int>, for parameter: Parameter) throws(Diagnostic) -> Argument {
    let raw = text.raw(indices)
    // An amount may be two words, 10,610 JPY.
    var words: [String] = []
    for token in text.tokens[indices] { words.append(try word(token)) }
    let word = words.joined(separator: " ")
    let range = raw.range
    return Argument(
      value: try read(word, at: range, for: parameter), range: range,
      written: parameter.kind == .decimal ? word : "")
  }

  /// Reads the value that a word gives for a parameter of one token.
  func read(
    _ word: String, at range: SourceRange, for parameter: Parameter
  ) throws(Diagnostic) -> Argument.Value {
    do {
      return try value(word, for: parameter)
    } catch {
      throw text.diagnostic(error.message, hint: error.hint, at: range)
    }
  }

  /// A value that does not fit, before its place is added.
  private struct Misfit: Error {
    var message: String
    var hint: String?
  }

  /// The text that a token means, a variable's value in the place of its name.
  func word(_ token: Token) throws(Diagnostic) -> String {
    if let bad = token.badEscape {
      throw text.diagnostic(
        bad.message, hint: #"there are \" \' \\ \n \t and \u{…}"#, at: bad.range)
    }
    guard token.kind == .variable else { return token.text }
    guard let value = variables[token.text] else {
      let names = variables.keys.sorted()
      throw text.diagnostic(
        "there is no variable $\(token.text)",
        hint: Suggestion.hint(for: token.text, in: names)
          ?? "put the text in quotes if the $ is meant as such", at: token.range)
    }
    return value.text
  }

  private func value(_ word: String, for parameter: Parameter) throws(Misfit) -> Argument.Value {
    if word.isEmpty, parameter.takesEmptyText { return .text("") }
    switch parameter.kind {
    case .text, .live, .file, .siteChanges:
      guard !word.isEmpty else {
        throw Misfit(message: "\(parameter.name) cannot be empty")
      }
      return .text(word)
    case .integer(let range):
      return .integer(try integer(word, in: range, for: parameter))
    case .nights:
      return .integer(try integer(word, in: 1...Int.max, for: parameter))
    case .decimal:
      return .decimal(try decimal(word, for: parameter))
    case .boolean, .flag:
      let choice = try choice(word, of: ["yes", "no"], for: parameter)
      return .boolean(choice == "yes")
    case .date:
      return .date(try date(word, for: parameter))
    case .timeOfDay:
      return .time(try timeOfDay(word, for: parameter))
    case .word(let words):
      return .text(try choice(word, of: words, for: parameter))
    }
  }

  private func integer(
    _ word: String, in range: ClosedRange<Int>, for parameter: Parameter
  ) throws(Misfit) -> Int {
    let isWhole =
      !word.isEmpty
      && word.utf8.drop { $0 == UInt8(ascii: "-") }.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
    guard isWhole else {
      throw Misfit(message: "\(parameter.name) expects a whole number, not \"\(word)\"")
    }
    guard let number = Int(word), range.contains(number) else {
      let limits =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Misfit(message: "\(parameter.name) expects a whole number \(limits), not \(word)")
    }
    return number
  }

  private func decimal(_ word: String, for parameter: Parameter) throws(Misfit) -> Decimal {
    let number: Decimal
    do {
      number = try AmountText(word).value
    } catch MoneyError.strayComma {
      throw Misfit(
        message: "\(parameter.name) may mean several numbers: \"\(word)\"",
        hint: "a comma only parts thousands, 1,000.00; decimals stand behind a point, 12.50")
    } catch {
      let bare = word.filter { !"$€£¥, ".contains($0) }
      throw Misfit(
        message: "\(parameter.name) expects a number, not \"\(word)\"",
        hint: Decimal(exactly: bare) == nil
          ? "write it with digits and a point, like 12.50" : "write it as \(bare)")
    }
    guard number >= 0 else {
      throw Misfit(message: "\(parameter.name) cannot be negative")
    }
    return number
  }

  private func date(_ word: String, for parameter: Parameter) throws(Misfit) -> CalendarDate {
    let phrase: DatePhrase
    do {
      phrase = try DatePhrase(word)
    } catch .notADate {
      throw Misfit(
        message: "\(parameter.name) expects a date, not \"\(word)\"",
        hint: Suggestion.hint(for: word.lowercased(), in: DatePhrase.words)
          ?? "write it like 2026-07-01, July 1, friday, tomorrow or +3")
    } catch {
      throw Misfit(message: "\(word) is not a date: \(error)")
    }
    do {
      return try phrase.date(from: phrase.isCounted ? today() : CalendarDate(dayNumber: 0))
    } catch {
      throw Misfit(message: "\(word) cannot be told from here: \(error)")
    }
  }

  private func timeOfDay(_ word: String, for parameter: Parameter) throws(Misfit) -> TimeOfDay {
    if let time = TimeOfDay(word) { return time }
    throw Misfit(
      message: "\(parameter.name) expects a time of the day, not \"\(word)\"",
      hint: "write it like 17:00 or 5pm")
  }

  private func choice(
    _ word: String, of words: [String], for parameter: Parameter
  ) throws(Misfit) -> String {
    if let match = words.first(where: { $0.lowercased() == word.lowercased() }) { return match }
    let list =
      words.count > 1
      ? words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") : words.joined()
    throw Misfit(
      message: "\(parameter.name) expects \(list), not \"\(word)\"",
      hint: Suggestion.hint(for: word, in: words))
  }
}
