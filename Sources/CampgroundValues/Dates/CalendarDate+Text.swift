import Foundation

extension CalendarDate: LosslessStringConvertible {
  /// The date as `2026-07-01`; a year after 9999 carries a sign, as ISO 8601 requires.
  public var description: String {
    let (year, month, day) = components
    let digits = Self.padded(abs(year), to: 4)
    let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
    return "\(sign)\(digits)-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
  }

  /// Reads what `description` prints; nil for any other text and for a date that does not exist.
  public init?(_ description: String) {
    if let date = try? CalendarDate(parsing: description) {
      self = date
      return
    }
    // Years outside the range that people may type are still printed, so they must read back.
    guard let sign = description.first, sign == "+" || sign == "-" || description.hasPrefix("0000")
    else { return nil }
    let unsigned = sign == "+" || sign == "-" ? description.dropFirst() : description[...]
    let parts = unsigned.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count <= 8,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    guard let date = CalendarDate(farYear: sign == "-" ? -year : year, month: month, day: day),
      date.description == description
    else { return nil }
    self = date
  }

  /// Reads a date written as `2026-07-01`, and in no other form.
  ///
  /// - Throws: `CalendarDateError.notADate` for any other text, and the error that names the reason
  ///   for a date that does not exist, such as 2026-02-30.
  public init(parsing text: String) throws(CalendarDateError) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { throw .notADate(text) }
    try self.init(year: year, month: month, day: day)
  }

  private init?(farYear year: Int, month: Int, day: Int) {
    // The calendar repeats every 400 years of 146,097 days, so a far year is a near one, shifted.
    let cycles = (year - 2000) / 400
    let nearYear = year - cycles * 400
    guard let near = try? CalendarDate(year: nearYear, month: month, day: day) else { return nil }
    guard let number = Int32(exactly: Int(near.dayNumber) + cycles * 146_097) else { return nil }
    self.init(dayNumber: number)
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

extension CalendarDate: Codable {
  /// Reads the date from its text, `"2026-07-01"`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the text is not a date.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = CalendarDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a calendar date like 2026-07-01")
    }
    self = date
  }

  /// Writes the date as its text, `"2026-07-01"`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
