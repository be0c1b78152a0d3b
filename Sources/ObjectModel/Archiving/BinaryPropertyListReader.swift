import Foundation

/// Reads a binary property list (`bplist00`) from untrusted data.
///
/// Time and memory are limited to a small multiple of the file's length, whatever its content.
package struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  private var finished: [Int: Weighed] = [:]
  private var open: Set<Int> = []
  /// The space left for objects: they do not overlap, so their total size is limited by the file's.
  private var budget: Int

  /// A value, and the number of values in its tree.
  private typealias Weighed = (value: PropertyList, weight: Int)

  private static let magic = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// The maximum number of values in a tree, counting shared objects at each use.
  private static let maximumWeight = 1 << 24

  /// Reads the file's root object.
  ///
  /// - Throws: code 134020, with the position, if the file is damaged or truncated, if containers
  ///   contain themselves or are nested too deep, or if it contains something that the format does
  ///   not support.
  package static func read(_ data: Data) throws -> PropertyList {
    var root = 0
    var reader = try BinaryPropertyListReader(data, root: &root)
    return try reader.object(root, depth: 0).value
  }

  private init(_ data: Data, root: inout Int) throws {
    bytes = Array(data)
    budget = bytes.count
    let trailer = bytes.count - Self.trailerSize
    guard trailer > Self.magic.count, bytes.starts(with: Self.magic) else {
      throw Self.damage("it is not a binary property list", at: 0)
    }
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes[trailer + 8..<trailer + 16]),
      let top = Self.number(bytes[trailer + 16..<trailer + 24]),
      let table = Self.number(bytes[trailer + 24..<trailer + 32])
    else { throw Self.damage("the trailer is not valid", at: trailer) }
    guard table >= Self.magic.count, table <= trailer, count > 0, top < count,
      count <= (trailer - table) / offsetSize
    else { throw Self.damage("the table of offsets does not fit", at: trailer) }

    let bytes = bytes
    offsets = try (0..<count).map { index in
      let start = table + index * offsetSize
      guard let offset = Self.number(bytes[start..<start + offsetSize]),
        offset >= Self.magic.count, offset < table
      else { throw Self.damage("object \(index) lies outside the file", at: start) }
      return offset
    }
    root = top
  }

  private mutating func object(_ index: Int, depth: Int) throws -> Weighed {
    if let done = finished[index] { return done }
    let offset = offsets[index]
    guard open.insert(index).inserted else {
      throw Self.damage("a container contains itself", at: offset)
    }
    guard depth <= PropertyList.maximumDepth else {
      throw Self.damage("containers are nested too deep", at: offset)
    }
    let result = try parse(at: offset, depth: depth)
    guard result.weight <= Self.maximumWeight else {
      throw Self.damage("shared containers expand to too many values", at: offset)
    }
    open.remove(index)
    finished[index] = result
    return result
  }

  private mutating func parse(at offset: Int, depth: Int) throws -> Weighed {
    let kind = bytes[offset] >> 4
    let low = Int(bytes[offset] & 0x0F)
    var position = offset + 1
    let isCounted = [0x4, 0x5, 0x6, 0xA, 0xC, 0xD].contains(kind)
    let count = isCounted ? try count(low, at: &position) : 0
    switch kind {
    case 0x0:
      try spend(1, at: offset)
      switch low {
      case 0x0: return (.null, 1)
      case 0x8: return (.boolean(false), 1)
      case 0x9: return (.boolean(true), 1)
      default: throw Self.damage("an object of unknown kind", at: offset)
      }
    case 0x1:
      return (.integer(try integer(at: &position, exponent: low)), 1)
    case 0x2 where low == 2:
      let bits = try take(4, at: &position).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return (.real(Double(Float(bitPattern: bits))), 1)
    case 0x2 where low == 3:
      return (.real(Double(bitPattern: try word(at: &position))), 1)
    case 0x3 where low == 3:
      let seconds = Double(bitPattern: try word(at: &position))
      guard seconds.isFinite else { throw Self.damage("a date that is not finite", at: offset) }
      return (.date(Date(timeIntervalSinceReferenceDate: seconds)), 1)
    case 0x4:
      return (.data(Data(try take(count, at: &position))), 1)
    case 0x5:
      let characters = try take(count, at: &position)
      guard characters.allSatisfy({ $0 < 0x80 }) else {
        throw Self.damage("a string that is not ASCII", at: offset)
      }
      return (.string(String(decoding: characters, as: UTF8.self)), 1)
    case 0x6:
      let characters = try take(count, of: 2, at: &position)
      let units = stride(from: characters.startIndex, to: characters.endIndex, by: 2).map {
        UInt16(characters[$0]) << 8 | UInt16(characters[$0 + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw Self.damage("a string that is not UTF-16", at: offset)
      }
      return (.string(text), 1)
    case 0x8:
      let digits = try take(low + 1, at: &position)
      guard let number = Self.number(digits), let uid = UInt32(exactly: number) else {
        throw Self.damage("a reference out of range", at: offset)
      }
      return (.uid(uid), 1)
    case 0xA, 0xC:
      let (values, weight) = try objects(count, at: &position, depth: depth)
      return (kind == 0xA ? .array(values) : .set(values), weight)
    case 0xD:
      let (keys, _) = try objects(count, at: &position, depth: depth)
      let (values, weight) = try objects(count, at: &position, depth: depth)
      var result: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard let name = key.string, result.updateValue(value, forKey: name) == nil else {
          throw Self.damage(
            "a dictionary with a key that is not a string, or is a duplicate", at: offset)
        }
      }
      return (.dictionary(result), weight + count)
    default:
      throw Self.damage("an object of unknown kind", at: offset)
    }
  }

  private mutating func objects(
    _ count: Int, at position: inout Int, depth: Int
  ) throws -> (values: [PropertyList], weight: Int) {
    let references = try take(count, of: referenceSize, at: &position)
    var total = 1
    let values = try (0..<count).map { index in
      let start = references.startIndex + index * referenceSize
      guard let reference = Self.number(references[start..<start + referenceSize]),
        reference < offsets.count
      else { throw Self.damage("a reference to an object that does not exist", at: start) }
      let (value, weight) = try object(reference, depth: depth + 1)
      total += weight
      return value
    }
    return (values, total)
  }

  /// The count of a container or string: the low half of the marker, or a number after it.
  private mutating func count(_ low: Int, at position: inout Int) throws -> Int {
    guard low == 0xF else { return low }
    let start = position
    guard let marker = try take(1, at: &position).first, marker >> 4 == 0x1 else {
      throw Self.damage("a count that is not a number", at: start)
    }
    let number = try integer(at: &position, exponent: Int(marker & 0x0F))
    guard let count = Int(exactly: number), count >= 0 else {
      throw Self.damage("a negative count", at: start)
    }
    return count
  }

  private mutating func integer(at position: inout Int, exponent: Int) throws -> Int64 {
    let start = position
    guard exponent <= 4 else { throw Self.damage("a number that is too wide", at: start) }
    let digits = try take(1 << exponent, at: &position)
    // Numbers of up to four bytes are unsigned, and those of eight bytes are signed; those of
    // sixteen are signed values beyond 64 bits, or smaller values in a wider form.
    guard exponent == 4 else { return digits.reduce(Int64(0)) { $0 << 8 | Int64($1) } }
    let low = digits.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard digits.prefix(8).allSatisfy({ $0 == (low < 0 ? 0xFF : 0) }) else {
      throw Self.damage("a number that is too large", at: start)
    }
    return low
  }

  private mutating func word(at position: inout Int) throws -> UInt64 {
    try take(8, at: &position).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  private mutating func take(
    _ count: Int, of size: Int = 1, at position: inout Int
  ) throws -> ArraySlice<UInt8> {
    guard count <= (bytes.count - Self.trailerSize - position) / size else {
      throw Self.damage("an object extends past the end", at: position)
    }
    let start = position
    position += count * size
    try spend(position - start, at: start)
    return bytes[start..<position]
  }

  private mutating func spend(_ count: Int, at position: Int) throws {
    budget -= count
    guard budget >= 0 else { throw Self.damage("objects overlap", at: position) }
  }

  /// A big-endian number of at most eight bytes that fits an `Int`.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var result: UInt64 = 0
    for digit in digits {
      guard result >> 56 == 0 else { return nil }
      result = result << 8 | UInt64(digit)
    }
    return Int(exactly: result)
  }

  private static func damage(_ what: String, at position: Int) -> ObjectGraphError {
    .damage("the binary property list is damaged at byte \(position): \(what)")
  }
}
