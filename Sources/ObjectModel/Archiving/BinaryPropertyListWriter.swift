import Foundation

/// Writes a binary property list (`bplist00`). Equal scalars are written once, and the keys of
/// dictionaries are sorted, so equal values give equal files.
package struct BinaryPropertyListWriter {
  /// An object to be written: its own bytes, and references to its contents.
  private struct Node {
    var bytes: [UInt8] = []
    var references: [Int] = []
  }

  private var nodes: [Node] = []
  /// The scalars by their exact bytes, so that strings and numbers that are merely equal stay
  /// separate.
  private var written: [[UInt8]: Int] = [:]

  /// Writes a file with a value as its root.
  ///
  /// - Throws: code 134061 if containers are nested deeper than a reader accepts.
  package static func write(_ root: PropertyList) throws -> Data {
    var writer = BinaryPropertyListWriter()
    _ = try writer.add(root, depth: 0)
    return writer.file()
  }

  private mutating func add(_ value: PropertyList, depth: Int) throws -> Int {
    guard depth <= PropertyList.maximumDepth else {
      throw ObjectGraphError(
        .invalidArgument, "containers in a binary property list are nested too deep",
        repair: "nest at most \(PropertyList.maximumDepth) of them")
    }
    let index = nodes.count
    nodes.append(Node())
    switch value {
    case .array(let values), .set(let values):
      nodes[index].references = try values.map { try add($0, depth: depth + 1) }
      let marker: UInt8 = if case .array = value { 0xA0 } else { 0xC0 }
      Self.append(marker: marker, count: values.count, to: &nodes[index].bytes)
    case .dictionary(let entries):
      let sorted = entries.sorted { VersionHashText.areInOrder($0.key, $1.key) }
      let keys = try sorted.map { try add(.string($0.key), depth: depth + 1) }
      let values = try sorted.map { try add($0.value, depth: depth + 1) }
      nodes[index].references = keys + values
      Self.append(marker: 0xD0, count: keys.count, to: &nodes[index].bytes)
    default:
      let bytes = Self.bytes(of: value)
      if let known = written.updateValue(index, forKey: bytes) {
        written[bytes] = known
        nodes.removeLast()
        return known
      }
      nodes[index].bytes = bytes
    }
    return index
  }

  private func file() -> Data {
    let referenceSize = Self.width(of: UInt64(nodes.count))
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for node in nodes {
      offsets.append(bytes.count)
      bytes += node.bytes
      for element in node.references { Self.append(element, width: referenceSize, to: &bytes) }
    }
    let table = bytes.count
    let offsetSize = Self.width(of: UInt64(table))
    for offset in offsets { Self.append(offset, width: offsetSize, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    Self.append(nodes.count, width: 8, to: &bytes)
    Self.append(0, width: 8, to: &bytes)
    Self.append(table, width: 8, to: &bytes)
    return Data(bytes)
  }

  /// The encoded form of a scalar.
  private static func bytes(of value: PropertyList) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value, to: &bytes)
    case .real(let value): append(bits: value.bitPattern, marker: 0x23, to: &bytes)
    case .date(let value):
      append(bits: value.timeIntervalSinceReferenceDate.bitPattern, marker: 0x33, to: &bytes)
    case .data(let value):
      append(marker: 0x40, count: value.count, to: &bytes)
      bytes += value
    case .string(let value):
      if value.utf8.allSatisfy({ $0 < 0x80 }) {
        append(marker: 0x50, count: value.utf8.count, to: &bytes)
        bytes += value.utf8
      } else {
        append(marker: 0x60, count: value.utf16.count, to: &bytes)
        for unit in value.utf16 { append(Int(unit), width: 2, to: &bytes) }
      }
    case .uid(let value):
      let width = width(of: UInt64(value))
      bytes.append(0x80 | UInt8(width - 1))
      append(Int(value), width: width, to: &bytes)
    case .null, .array, .set, .dictionary: bytes.append(0x00)
    }
    return bytes
  }

  private static func append(integer value: Int64, to bytes: inout [UInt8]) {
    // Only eight-byte numbers are signed.
    let width = value < 0 ? 8 : width(of: UInt64(value))
    bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
    append(Int(value), width: width, to: &bytes)
  }

  private static func append(marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    bytes.append(marker | UInt8(min(count, 0xF)))
    if count >= 0xF { append(integer: Int64(count), to: &bytes) }
  }

  private static func append(bits: UInt64, marker: UInt8, to bytes: inout [UInt8]) {
    bytes.append(marker)
    append(Int(bitPattern: UInt(bits)), width: 8, to: &bytes)
  }

  private static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  private static func width(of value: UInt64) -> Int {
    switch value {
    case 0...0xFF: 1
    case 0...0xFFFF: 2
    case 0...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
