import Foundation

extension PolicyPlan {
  /// Reads steps as people write them: `0-1 all, 2-6 nights 1, 7+ nothing`.
  ///
  /// A step is a number of days, a range, or a number with a plus sign for that many or more, then
  /// what is kept: `all`, `nothing`, `nights 2` or `2 nights`, `50%`; optionally followed by a fee,
  /// `fee 10`.
  ///
  /// - Parameter fee: the fee of steps that name none.
  /// - Throws: `CancellationStepsError.unreadable`, which quotes the step.
  public static func steps(
    parsing text: String, fee: Decimal = 0
  ) throws(CancellationStepsError) -> [Step] {
    var steps: [Step] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      guard let step = step(of: words, fee: fee) else {
        throw .unreadable(part.trimmingCharacters(in: .whitespaces))
      }
      steps.append(step)
    }
    return steps
  }

  private static func step(of words: [String], fee: Decimal) -> Step? {
    guard let days = words.first.flatMap(days(of:)) else { return nil }
    var rest = Array(words.dropFirst())
    var fee = fee
    if rest.count > 2, rest[rest.count - 2] == "fee" {
      guard let own = Decimal(exactly: rest[rest.count - 1]) else { return nil }
      fee = own
      rest.removeLast(2)
    }
    return kept(of: rest).map { Step(days, keeps: $0, fee: fee) }
  }

  private static func days(of word: String) -> NoticeDays? {
    if word.hasSuffix("+") {
      return Int(word.dropLast()).map { NoticeDays(from: $0, through: nil) }
    }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
      return nil
    }
    return NoticeDays(from: first, through: last)
  }

  private static func kept(of words: [String]) -> CancellationTerms.Kept? {
    switch (words.first, words.last) {
    case ("all", _) where words.count == 1: .everything
    case ("nothing", _) where words.count == 1: .nothing
    case ("nights", let count?) where words.count == 2: Int(count).map { .nights($0) }
    case (let count?, "night") where words.count == 2: Int(count).map { .nights($0) }
    case (let count?, "nights") where words.count == 2: Int(count).map { .nights($0) }
    case (let percent?, _) where words.count == 1 && percent.hasSuffix("%"):
      Decimal(exactly: String(percent.dropLast())).map { .percent($0) }
    default: nil
    }
  }

  /// The steps in the form that `steps(parsing:fee:)` reads.
  public var stepsText: String {
    steps.map { step in
      let end = step.days.through.map { $0 == step.days.from ? "" : "-\($0)" } ?? "+"
      let fee = step.fee == 0 ? "" : " fee \(step.fee)"
      return "\(step.days.from)\(end) \(step.keeps)\(fee)"
    }.joined(separator: ", ")
  }
}
