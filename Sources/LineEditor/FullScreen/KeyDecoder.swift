/// Makes keys of the bytes that a terminal sends for them.
///
/// Bytes may come in pieces; what is not complete waits for the next one. Keys that have no meaning
/// here are left out.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// Whether the beginning of a key waits for its end.
  package var isWaiting: Bool { !pending.isEmpty }

  /// The keys of the bytes that came, in their order.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, count) = Self.first(pending[...]) {
      if let key { keys.append(key) }
      pending.removeFirst(count)
    }
    return keys
  }

  /// The keys of what waits, when nothing came for a while: the escape key sends the byte that other
  /// keys begin with.
  package mutating func keysAfterPause() -> [Key] {
    defer { pending = [] }
    guard pending.first == Self.escape else { return [] }
    return pending.count == 1 ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B

  /// The first key, nil for one without a meaning, and the number of its bytes; nil where it is not
  /// complete.
  private static func first(_ bytes: ArraySlice<UInt8>) -> (key: Key?, count: Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case escape: return sequence(bytes.dropFirst())
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x01...0x1A:
      return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    default: return character(bytes)
    }
  }

  // MARK: Sequences

  /// What follows the escape byte.
  private static func sequence(_ rest: ArraySlice<UInt8>) -> (key: Key?, count: Int)? {
    guard let kind = rest.first else { return nil }
    switch kind {
    case UInt8(ascii: "["):
      guard let last = rest.dropFirst().firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        // No terminal has a key of so many bytes.
        return rest.count > longestSequence ? (nil, rest.count + 1) : nil
      }
      let numbers = rest[(rest.startIndex + 1)..<last]
      return (key(numbers, rest[last]), last - rest.startIndex + 2)
    case UInt8(ascii: "O"):
      guard let last = rest.dropFirst().first else { return nil }
      return (key([], last), 3)
    // The escape key, and another one right after it.
    case escape: return (.escape, 1)
    default:
      // With the Alt key, a character comes behind an escape; it stands for nothing here.
      guard let (_, count) = first(rest) else { return nil }
      return (nil, count + 1)
    }
  }

  private static let longestSequence = 32

  private static func key(_ numbers: ArraySlice<UInt8>, _ last: UInt8) -> Key? {
    switch last {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      // Behind a semicolon stands which of the modifying keys was held.
      switch String(decoding: numbers.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
      case "1", "7": return .home
      case "4", "8": return .end
      case "5": return .pageUp
      case "6": return .pageDown
      default: return nil
      }
    default: return nil
    }
  }

  // MARK: Characters

  /// A character in UTF-8; a byte that cannot begin one is passed over.
  private static func character(_ bytes: ArraySlice<UInt8>) -> (key: Key?, count: Int)? {
    guard let byte = bytes.first else { return nil }
    let length = byte < 0x80 ? 1 : max(1, (~byte).leadingZeroBitCount)
    guard 1...4 ~= length, byte < 0x80 || length > 1 else { return (nil, 1) }
    let part = bytes.prefix(length)
    guard part.dropFirst().allSatisfy({ 0x80..<0xC0 ~= $0 }) else { return (nil, 1) }
    guard part.count == length else { return nil }
    guard let text = String(validating: part, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }
}
