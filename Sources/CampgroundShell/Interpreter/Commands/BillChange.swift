import Campground

/// What a change does to the lines of a bill, as people read it.
///
/// Equal nights on successive days are put together, from the first night to the morning
/// after the last one, as stays are written. A tax or a discount, which is spread over the
/// nights, is told by its whole.
struct BillChange {
  private let old: [Bill.Line]
  private let new: [Bill.Line]
  private let currency: Currency

  init(_ change: StayChange) {
    old = change.oldLines
    new = change.newLines
    currency = change.currency
  }

  /// What is no longer agreed.
  var dropped: [String] { words(for: old, without: new) }

  /// What is agreed anew.
  var added: [String] { words(for: new, without: old) }

  private func words(for lines: [Bill.Line], without others: [Bill.Line]) -> [String] {
    runs(of: lines.filter { !Self.isSpread($0) }, without: others)
      + wholes(of: lines, without: others)
  }

  private static func isSpread(_ line: Bill.Line) -> Bool {
    line.kind == .tax || line.kind == .discount
  }

  private func runs(of lines: [Bill.Line], without others: [Bill.Line]) -> [String] {
    var rest = others
    var runs: [(line: Bill.Line, count: Int)] = []
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
        ? "\(line.text) \(line.day) · \(amount(line.amountMinor))"
        : "\(line.text) \(line.day) to \(line.day.advanced(by: count)) · \(count) × "
          + "\(amount(line.amountMinor))"
    }
  }

  private func amount(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency) }

  private struct Whole: Hashable {
    let kind: Bill.Line.Kind
    let text: String
  }

  private func wholes(of lines: [Bill.Line], without others: [Bill.Line]) -> [String] {
    let (sums, otherSums) = (Self.sums(of: lines), Self.sums(of: others))
    var seen: Set<Whole> = []
    return lines.filter(Self.isSpread).compactMap { line in
      let whole = Whole(kind: line.kind, text: line.text)
      guard seen.insert(whole).inserted, let sum = sums[whole], sum != otherSums[whole] else {
        return nil
      }
      let days = line.kind == .discount ? Self.days(of: whole, in: lines) : ""
      return "\(line.text)\(days) · \(amount(sum))"
    }
  }

  /// For which nights a discount is, where these are not all of the stay.
  private static func days(of whole: Whole, in lines: [Bill.Line]) -> String {
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

  private static func sums(of lines: [Bill.Line]) -> [Whole: Int64] {
    var sums: [Whole: Int64] = [:]
    for line in lines where isSpread(line) {
      let whole = Whole(kind: line.kind, text: line.text)
      sums[whole, default: 0] += line.amountMinor
    }
    return sums
  }
}
