import Campground

/// The lines that a change removes from a bill and adds to it, for people.
///
/// Equal nights on successive days are combined, from the first night to the morning after the
/// last,
/// the way stays are written. A tax or a discount, which is spread over the nights, is shown as one
/// sum.
struct BillChange {
  private let change: StayChange

  init(_ change: StayChange) { self.change = change }

  /// The lines removed, then the lines added.
  var lines: [String] {
    words(for: change.oldLines, without: change.newLines).map { "- \($0)" }
      + words(for: change.newLines, without: change.oldLines).map { "+ \($0)" }
  }

  private func words(for lines: [Bill.Line], without others: [Bill.Line]) -> [String] {
    runs(of: lines.filter { !Self.isSpread($0) }, without: others)
      + wholes(of: lines, without: others)
  }

  private static func isSpread(_ line: Bill.Line) -> Bool {
    line.kind == .tax || line.kind == .discount
  }

  private func amount(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, change.currency)
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
        run.kind != .kept && run.text == line.text && run.amountMinor == line.amountMinor
          && run.day.advanced(by: count) == line.day
      }
      if let fitting { runs[fitting].count += 1 } else { runs.append((line, 1)) }
    }
    return runs.map { line, count in
      let (end, each) = (line.day.advanced(by: count), amount(line.amountMinor))
      // The day of this line is the day of the change, not one of the nights given up.
      if line.kind == .kept { return "\(line.text) · \(each)" }
      return "\(line.text) \(line.day)"
        + (count == 1 ? " · \(each)" : " to \(end) · \(count) × \(each)")
    }
  }

  /// A tax or a discount, whose lines are added up.
  private struct Whole: Hashable {
    let kind: Bill.Line.Kind
    let text: String

    init(_ line: Bill.Line) { (kind, text) = (line.kind, line.text) }
  }

  private func wholes(of lines: [Bill.Line], without others: [Bill.Line]) -> [String] {
    let spread = lines.filter(Self.isSpread)
    let (sums, otherSums) = (Self.sums(of: spread), Self.sums(of: others))
    var seen: Set<Whole> = []
    return spread.compactMap { line in
      let whole = Whole(line)
      guard seen.insert(whole).inserted, let sum = sums[whole], sum != otherSums[whole] else {
        return nil
      }
      let days = line.kind == .discount ? Self.days(of: whole, in: lines) : ""
      return "\(line.text)\(days) · \(amount(sum))"
    }
  }

  private static func sums(of lines: [Bill.Line]) -> [Whole: Int64] {
    lines.reduce(into: [:]) { $0[Whole($1), default: 0] += $1.amountMinor }
  }

  /// The nights that a discount applies to; empty if it applies to all nights of the stay.
  private static func days(of whole: Whole, in lines: [Bill.Line]) -> String {
    let nights = Set(lines.lazy.filter { $0.kind == .lodging }.map(\.day))
    let days = Set(lines.lazy.filter { Whole($0) == whole }.map(\.day)).sorted()
    guard let first = days.first, let last = days.last, days.count < nights.count else { return "" }
    guard days.count > 1 else { return " \(first)" }
    guard first.distance(to: last) == days.count - 1 else {
      return " on \(days.count) nights from \(first)"
    }
    return " \(first) to \(last.advanced(by: 1))"
  }
}
