import Foundation

/// Reads lines from a file, a pipe or a string.
///
/// A line ends with LF or CRLF; the last one may lack its ending. A byte order mark at the start is
/// skipped; NUL and all other characters are passed through.
package final class PlainLineReader: LineReader {
  package let isInteractive = false

  /// The number of the line read last, from 1; 0 before the first.
  package private(set) var lineNumber = 0

  /// Called when a signal interrupts a read; returns whether to stop with `.interrupted`.
  package var wasInterrupted: (() -> Bool)?

  private let source: ByteSource
  private let prompts: FileHandle?
  private let longestLine: Int
  private var buffer: [UInt8] = []
  private var start = 0
  /// Whether the beginning of an overlong line has already been discarded.
  private var isSkipping = false

  /// Reads from a descriptor, which the caller must close.
  ///
  /// - Parameters:
  ///   - prompts: Where prompts are written; nil for nowhere.
  ///   - longestLine: In bytes; a longer line is an error and is skipped.
  package convenience init(
    descriptor: Int32, prompts: FileHandle? = nil, longestLine: Int = 64 << 20
  ) {
    self.init(.descriptor(descriptor), prompts, longestLine)
  }

  /// Reads from a file handle, which is kept but not closed.
  package convenience init(
    _ file: FileHandle, prompts: FileHandle? = nil, longestLine: Int = 64 << 20
  ) {
    self.init(.file(file), prompts, longestLine)
  }

  /// Reads the lines of a string.
  package convenience init(
    text: String, prompts: FileHandle? = nil, longestLine: Int = 64 << 20
  ) {
    self.init(.nothing, prompts, longestLine)
    buffer = Array(text.utf8)
  }

  private init(_ source: ByteSource, _ prompts: FileHandle?, _ longestLine: Int) {
    self.source = source
    self.prompts = prompts
    self.longestLine = longestLine
  }

  package func readLine(prompt: String) throws -> LineInput {
    // A prompt that cannot be shown does not prevent reading.
    try? prompts?.write(contentsOf: Data(prompt.utf8))
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
      switch try fill() {
      case .more: continue
      // The partial line stays in the buffer: its rest alone would be another command.
      case .interrupted: return .interrupted
      case .end where buffer.count == start && !isSkipping: return .endOfInput
      case .end:
        return .line(try takeLine(upTo: buffer.count, next: buffer.count))
      }
    }
  }

  package func show(_ text: String) {}

  package func remember(_ command: String) {}

  private func discardBuffer() {
    buffer.removeAll(keepingCapacity: true)
    start = 0
  }

  private enum Filling {
    case more
    case interrupted
    case end
  }

  private func fill() throws -> Filling {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    while true {
      switch source.read(into: &buffer) {
      case .success(let count): return count > 0 ? .more : .end
      case .failure(.interrupted):
        if wasInterrupted?() == true { return .interrupted }
      case .failure(.failed(let code)): throw LineReaderError.readFailed(code: code)
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
