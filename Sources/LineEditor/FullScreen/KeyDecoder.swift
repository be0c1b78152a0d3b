/// Decodes the bytes that a terminal sends for keys.
///
/// Bytes may arrive in pieces; an incomplete key waits for the rest. Keys without a meaning here
/// are ignored.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// Whether an incomplete key is waiting for its rest.
  package var isWaiting: Bool { !pending.isEmpty }

  /// The keys of the received bytes, in order.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, count) = Self.first(pending[...]) {
      if let key { keys.append(key) }
      pending.removeFirst(count)
    }
    return keys
  }

  /// The keys of the waiting bytes after a pause: the escape key sends the byte that other keys
  /// begin with.
  package mutating func keysAfterPause() -> [Key] {
    defer { pending = [] }
    guard pending.first == Self.escape else { return [] }
    return pending.count == 1 ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B

  /// The first key, nil if it has no meaning, and the number of its bytes; nil where it is
  /// incomplete.
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
        // No key of any terminal has so many bytes.
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
      // With the Alt key, a character follows an escape byte; it has no meaning here.
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
      // The modifier keys follow a semicolon.
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

  /// A character in UTF-8; a byte that cannot start one is skipped.
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
