import Foundation

/// Reads lines from a file or a pipe.
///
/// A line ends with LF or CRLF; the last one may lack its ending. A byte order mark at the start is
/// skipped; NUL and all other characters are passed through.
package final class PlainLineReader: LineReader {
  package let isInteractive = false

  private let descriptor: Int32
  private let longestLine: Int
  /// The number of the line read last, from 1; 0 before the first.
  private var lineNumber = 0
  private var buffer: [UInt8] = []
  private var start = 0
  /// Whether the beginning of an overlong line has already been discarded.
  private var isSkipping = false

  /// Reads from a descriptor, which the caller must close.
  ///
  /// - Parameter longestLine: In bytes; a longer line is an error and is skipped.
  package init(descriptor: Int32, longestLine: Int = 64 << 20) {
    self.descriptor = descriptor
    self.longestLine = longestLine
  }

  package func readLine(prompt: String) throws -> LineInput {
    var scanned = 0
    while true {
      if let end = buffer[(start + scanned)...].firstIndex(of: 0x0A) {
        return .line(try takeLine(upTo: end, next: end + 1))
      }
      scanned = buffer.count - start
      // One byte more may be the CR of a line ending.
      if scanned > longestLine + 1 {
        isSkipping = true
        discardBuffer()
        scanned = 0
      }
      if try fill() { continue }
      guard buffer.count > start || isSkipping else { return .endOfInput }
      return .line(try takeLine(upTo: buffer.count, next: buffer.count))
    }
  }

  package func show(_ text: String) {}

  package func remember(_ command: String) {}

  private func discardBuffer() {
    buffer.removeAll(keepingCapacity: true)
    start = 0
  }

  private static let chunk = 64 << 10

  /// Reads more bytes, also after a signal; false at the end of the input.
  private func fill() throws -> Bool {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { room, count in
        let got = read(descriptor, room.baseAddress, room.count)
        code = got < 0 ? errno : 0
        count = max(0, got)
      }
      switch code {
      case 0:
        buffer += bytes
        return !bytes.isEmpty
      case EINTR: continue
      case EAGAIN:
        // The descriptor's owner has made it non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      // The terminal has hung up.
      case EIO where isatty(descriptor) != 0: return false
      default: throw LineReaderError.readFailed(code: code)
      }
    }
  }

  private func takeLine(upTo end: Int, next: Int) throws -> String {
    lineNumber += 1
    var bytes = buffer[start..<end]
    start = next
    if bytes.last == 0x0D && next > end { bytes.removeLast() }
    if lineNumber == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    defer { isSkipping = false }
    guard !isSkipping, bytes.count <= longestLine else {
      throw LineReaderError.lineTooLong(line: lineNumber, limit: longestLine)
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      throw LineReaderError.invalidUTF8(line: lineNumber, byte: Self.validPrefix(of: bytes) + 1)
    }
    return line
  }

  private static func validPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var length = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { length += scalar.count }
    return length
  }
}
