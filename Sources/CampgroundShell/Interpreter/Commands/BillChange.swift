import Campground

/// What a change does to the lines of a bill, as people read it.
///
/// Equal nights on successive days are put together, from the first night to the morning
/// after the last one, as stays are written. A tax or a discount, which is spread over the
/// nights, is told by its whole.
struct BillChange {
  private let old: [QuoteLine]
  private let new: [QuoteLine]

  init(from old: [QuoteLine], to new: [QuoteLine]) {
    self.old = old
    self.new = new
  }

  /// What is no longer agreed.
  var dropped: [String] { Self.words(for: old, without: new) }

  /// What is agreed anew.
  var added: [String] { Self.words(for: new, without: old) }

  private static func words(for lines: [QuoteLine], without others: [QuoteLine]) -> [String] {
    runs(of: lines.filter { !isSpread($0) }, without: others) + wholes(of: lines, without: others)
  }

  private static func isSpread(_ line: QuoteLine) -> Bool {
    line.kind == .tax || line.kind == .discount
  }

  private static func runs(of lines: [QuoteLine], without others: [QuoteLine]) -> [String] {
    var rest = others
    var runs: [(line: QuoteLine, count: Int)] = []
    for line in lines {
      if let index = rest.firstIndex(of: line) {
        rest.remove(at: index)
        continue
      }
      let fitting = runs.lastIndex { run, count in
        run.text == line.text && run.amountMinor == line.amountMinor
          && run.day.advanced(by: count) == line.day
      }
      if let fitting { runs[fitting].count += 1 } else { runs.append((line, 1)) }
    }
    return runs.map { line, count in
      count == 1
        ? "\(line.text) \(line.day) · \(line.amount)"
        : "\(line.text) \(line.day) to \(line.day.advanced(by: count)) · \(count) × "
          + "\(line.amount)"
    }
  }

  private struct Whole: Hashable {
    let kind: ChargeKind
    let text: String
  }

  private static func wholes(of lines: [QuoteLine], without others: [QuoteLine]) -> [String] {
    let (sums, otherSums) = (sums(of: lines), sums(of: others))
    var seen: Set<Whole> = []
    return lines.filter(isSpread).compactMap { line in
      let whole = Whole(kind: line.kind, text: line.text)
      guard seen.insert(whole).inserted, let sum = sums[whole], sum != otherSums[whole] else {
        return nil
      }
      let days = line.kind == .discount ? Self.days(of: whole, in: lines) : ""
      return "\(line.text)\(days) · \(sum)"
    }
  }

  /// For which nights a discount is, where these are not all of the stay.
  private static func days(of whole: Whole, in lines: [QuoteLine]) -> String {
    let nights = Set(lines.lazy.filter { $0.kind == .lodging }.map(\.day))
    let days = Set(
      lines.lazy.filter { $0.kind == whole.kind && $0.text == whole.text }.map(\.day)
    ).sorted()
    guard let first = days.first, let last = days.last, days.count < nights.count else { return "" }
    guard days.count > 1 else { return " \(first)" }
    guard first.distance(to: last) == days.count - 1 else {
      return " on \(days.count) nights from \(first)"
    }
    return " \(first) to \(last.advanced(by: 1))"
  }

  private static func sums(of lines: [QuoteLine]) -> [Whole: Money] {
    var sums: [Whole: Money] = [:]
    for line in lines where isSpread(line) {
      let whole = Whole(kind: line.kind, text: line.text)
      let before = sums[whole]?.amount ?? 0
      sums[whole] = Money(before + line.amount.amount, line.currency)
    }
    return sums
  }
}
