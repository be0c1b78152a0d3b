/// A tax of one day, of which a stay can have several lines: where some of it was posted and more is
/// to come.
struct TaxOfDay: Hashable {
  private let day: CalendarDate
  private let group: String?
  private let name: String
  private let manner: ChargeSource.Manner?

  /// The tax that a line is a part of.
  init(_ line: QuoteLine) {
    day = line.day
    group = line.taxGroup
    name = line.source?.name ?? line.text
    manner = line.source?.manner
  }

  /// Whether a line is a part of it.
  func has(_ line: QuoteLine) -> Bool { line.kind == .tax && TaxOfDay(line) == self }

  /// What stays of the lines of a tax where a part of what it is for does: rounded half-up as a
  /// whole, with the first lines as they are and one that is cut.
  static func shares(
    of lines: [QuoteLine], for part: Int64, of whole: Int64
  ) throws(MinorUnits.Overflow) -> [QuoteLine] {
    guard whole > 0, part > 0 else { return [] }
    let sum = try MinorUnits.sum(of: lines.lazy.map(\.amountMinor))
    var rest = try MinorUnits.rounded(Int128(sum) * Int128(part), by: Int128(whole))
    var shares: [QuoteLine] = []
    for var line in lines where line.amountMinor != 0 && rest != 0 {
      guard (line.amountMinor < 0) == (rest < 0) else { continue }
      if line.amountMinor.magnitude > rest.magnitude { line.amountMinor = rest }
      rest = try MinorUnits.subtracting(line.amountMinor, from: rest)
      shares.append(line)
    }
    if rest != 0, let last = shares.indices.last {
      shares[last].amountMinor = try MinorUnits.adding(shares[last].amountMinor, rest)
    }
    return shares
  }
}
