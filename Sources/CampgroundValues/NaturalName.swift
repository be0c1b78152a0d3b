/// A name in the order in which people count: 1, 2, 10, A2, A10, T1.
///
/// Numbers compare by value and come before letters; upper and lower case differ only where nothing
/// else does, and so do leading zeros. No name comes last.
///
///     ["T1", "10", "2"].naturallySorted { $0 }  // 2, 10, T1
///
/// What is compared is worked out once, so a comparison costs no more than that of two texts.
public struct NaturalName: Sendable, Hashable, Comparable {
  /// The name with each run of digits in a form that sorts by value.
  private let key: String
  private let name: String

  public init(_ name: String?) {
    self.name = name ?? ""
    key = name.map(Self.key) ?? "\u{10FFFF}"
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.key != right.key ? left.key < right.key : left.name < right.name
  }

  /// The places of some names, in their order.
  fileprivate static func order(of names: [String?]) -> [Int] {
    let names = names.map { Self($0) }
    return names.indices.sorted { names[$0] < names[$1] }
  }

  private static func key(of name: String) -> String {
    let text = Array(name.lowercased().utf8)
    var key: [UInt8] = []
    key.reserveCapacity(2 * text.count)
    var place = 0
    while place < text.count {
      guard isDigit(text[place]) else {
        key.append(text[place])
        place += 1
        continue
      }
      let end = text[place...].firstIndex { !isDigit($0) } ?? text.count
      let digits = text[place..<end].drop { $0 == UInt8(ascii: "0") }
      // A longer number is a greater one, so how many digits it has comes first: a ? for each
      // fifteen, then one of 0 to >, which come before letters as digits do.
      key += repeatElement(UInt8(ascii: "?"), count: digits.count / 15)
      key.append(UInt8(ascii: "0") + UInt8(digits.count % 15))
      key += digits
      place = end
    }
    return String(decoding: key, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Sequence {
  /// The elements in the natural order of their names.
  ///
  /// - Complexity: O(*n* log *n*), with each name read once.
  public func naturallySorted(by name: (Element) -> String?) -> [Element] {
    let elements = Array(self)
    // The comparisons are in no generic code, which other modules would run unspecialized.
    return NaturalName.order(of: elements.map(name)).map { elements[$0] }
  }
}
