import Foundation
import ObjectModel
import TestSupport

/// Values of every type, few enough that rows and constants often meet, and the extremes of each.
enum GeneratedValues {
  static let texts = [
    "", "a", "A", "b", "B", "ab", "é", "e\u{301}", "É", "ß", "SS", "ss", "item 9", "item 10",
    "Item 9", "%", "*", "a?", "🏕️", "a\u{0}b", "ﬁ", "İ", "i", "Ω", "ω", "R-1", "1", "2.5", "x_y",
    "2026-07-01",
  ]

  static let integers: [Int64] = [0, 0, 1, 1, -1, 2, 3, 7, -7, 10, 63, 64, 32767, -32768]

  static let decimals = [
    "0", "1", "-1", "2.5", "0.1", "-0.1", "10.11", "10.1", "123456789.12345", "0.000001",
    "9223372036854775807", "100000000000000000000", "7", "0.3",
  ]

  static let doubles: [Double] = [
    0, -0.0, 1, -1, 1.5, 2.5, 0.1, 0.3, 10.11, 1e300, -1e300, .infinity, 9_007_199_254_740_992,
    0x1p63, 7, 1e-9,
  ]

  static let dates: [Double] = [
    0, 1, -1, 86_400, -86_400.5, 1e9, -1e10, 7e10, 8e11, 1e15, 773_971_200,
  ]

  static func integer(using dice: inout SeededGenerator) -> Int64 {
    integers.randomElement(using: &dice) ?? 0
  }

  static func value(_ type: AttributeType, using dice: inout SeededGenerator) -> AttributeValue {
    switch type {
    case .integer16, .integer32: return .integer(integer(using: &dice))
    case .integer64:
      let extremes = [Int64.max, .min, 9_007_199_254_740_993, -1, 5]
      return .integer(
        Bool.random(using: &dice)
          ? integer(using: &dice) : extremes.randomElement(using: &dice) ?? 0)
    case .boolean: return .boolean(Bool.random(using: &dice))
    case .double: return .double(doubles.randomElement(using: &dice) ?? 0)
    case .float:
      return .double(Double([0, 1.5, Float(0.1), -2, 7].randomElement(using: &dice) ?? 0))
    case .decimal:
      return .decimal(Decimal(string: decimals.randomElement(using: &dice) ?? "0") ?? 0)
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: dates.randomElement(using: &dice) ?? 0))
    case .binaryData:
      return .data(Data([[], [1], [1, 2], [0], [255]].randomElement(using: &dice) ?? []))
    case .uuid:
      let last = UInt8.random(in: 1...3, using: &dice)
      return .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last)))
    case .uri:
      return URL(string: ["a:b", "http://x.org/é", "a"].randomElement(using: &dice) ?? "a")
        .map { .uri($0) } ?? .null
    default: return .string(texts.randomElement(using: &dice) ?? "")
    }
  }
}
