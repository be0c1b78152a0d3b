import Foundation
import LineEditor
import XCTest

final class PlainLineReaderTests: XCTestCase {
  private func lines(_ bytes: [UInt8], longestLine: Int = 1 << 20) throws -> [String] {
    let reader = PlainLineReader(descriptor: try temporaryFile(bytes), longestLine: longestLine)
    var lines: [String] = []
    while case .line(let line) = try reader.readLine(prompt: "") { lines.append(line) }
    XCTAssertEqual(try reader.readLine(prompt: ""), .endOfInput)
    return lines
  }

  private func temporaryFile(_ bytes: [UInt8]) throws -> Int32 {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let descriptor = open(url.path, O_RDONLY)
    addTeardownBlock { close(descriptor) }
    return descriptor
  }

  func testLinesLoseTheirEndings() throws {
    XCTAssertEqual(try lines(Array("a\nb\r\n\n\r\nc\n".utf8)), ["a", "b", "", "", "c"])
  }

  func testTheLastLineMayLackItsEnding() throws {
    XCTAssertEqual(try lines(Array("a\nb".utf8)), ["a", "b"])
    XCTAssertEqual(try lines(Array("a\nb\r".utf8)), ["a", "b\r"])
    XCTAssertEqual(try lines([]), [])
    XCTAssertEqual(try lines(Array("\n".utf8)), [""])
  }

  func testACarriageReturnInsideALineIsKept() throws {
    XCTAssertEqual(try lines(Array("a\rb\r\r\n".utf8)), ["a\rb\r"])
  }

  func testNULBytesAreKept() throws {
    XCTAssertEqual(try lines([0x61, 0, 0x62, 0x0A, 0]), ["a\0b", "\0"])
  }

  func testAByteOrderMarkIsSkippedAtTheStartOnly() throws {
    XCTAssertEqual(
      try lines([0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xEF, 0xBB, 0xBF, 0x62]), ["a", "\u{FEFF}b"])
  }

  func testInvalidUTF8IsAnErrorWithItsPlaceAndTheNextLineIsStillRead() throws {
    // é in Latin-1 after two good characters, one of them of two bytes.
    let file = try temporaryFile([0x61, 0x0A, 0xC3, 0xA9, 0x78, 0xE9, 0x0A, 0x62, 0x0A])
    let reader = PlainLineReader(descriptor: file)
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("a"))
    XCTAssertThrowsError(try reader.readLine(prompt: "")) {
      XCTAssertEqual($0 as? LineReaderError, .invalidUTF8(line: 2, byte: 4))
      XCTAssertEqual(
        "\($0)", "line 2, byte 4: the text is not UTF-8; save it as UTF-8 and try again")
    }
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("b"))
    XCTAssertEqual(try reader.readLine(prompt: ""), .endOfInput)
  }

  func testSurrogatesOverlongFormsAndTruncationAreInvalid() throws {
    let samples: [[UInt8]] = [
      [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0xE2, 0x82],
    ]
    for bytes in samples {
      XCTAssertThrowsError(try lines(bytes)) {
        XCTAssertEqual($0 as? LineReaderError, .invalidUTF8(line: 1, byte: 1))
      }
    }
  }

  func testAVeryLongLineIsReadWhole() throws {
    let line = String(repeating: "é", count: 300_000)
    XCTAssertEqual(try lines(Array("\(line)\r\nb".utf8)), [line, "b"])
  }

  func testALineBeyondTheLimitIsAnErrorAndIsSkipped() throws {
    let length = 500_000
    let bytes = Array("ok\n".utf8) + [UInt8](repeating: 0x78, count: length) + Array("\nb".utf8)
    let reader = PlainLineReader(descriptor: try temporaryFile(bytes), longestLine: 1_000)
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("ok"))
    XCTAssertThrowsError(try reader.readLine(prompt: "")) {
      XCTAssertEqual($0 as? LineReaderError, .lineTooLong(line: 2, limit: 1_000))
    }
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("b"))
  }

  func testTheLimitCountsNoLineEnding() throws {
    XCTAssertEqual(try lines(Array("1234\r\n1234\n1234".utf8), longestLine: 4).count, 3)
    XCTAssertThrowsError(try lines(Array("12345\n".utf8), longestLine: 4))
    XCTAssertThrowsError(try lines(Array("12345".utf8), longestLine: 4))
  }

  func testLinesThatArriveInPiecesAreJoined() throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    let thread = Thread {
      for piece in ["on", "e\r", "\ntw", "o\nthr", "ee"] {
        try? writer.write(contentsOf: Data(piece.utf8))
        Thread.sleep(forTimeInterval: 0.02)
      }
      try? writer.close()
    }
    thread.start()
    let reader = PlainLineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    for line in ["one", "two", "three"] {
      XCTAssertEqual(try reader.readLine(prompt: ""), .line(line))
    }
    XCTAssertEqual(try reader.readLine(prompt: ""), .endOfInput)
  }

  func testANonBlockingDescriptorIsWaitedFor() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let writer = pipe.fileHandleForWriting
    Thread {
      Thread.sleep(forTimeInterval: 0.05)
      try? writer.write(contentsOf: Data("late\n".utf8))
    }.start()
    let reader = PlainLineReader(descriptor: descriptor)
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("late"))
  }

  func testAFailureToReadSaysWhy() throws {
    let directory = open("/", O_RDONLY)
    defer { close(directory) }
    XCTAssertThrowsError(try PlainLineReader(descriptor: directory).readLine(prompt: "")) {
      XCTAssertEqual($0 as? LineReaderError, .readFailed(code: EISDIR))
      XCTAssertEqual("\($0)", "the input cannot be read: Is a directory")
    }
  }

  func testASignalDoesNotEndARead() throws {
    let pipe = Pipe()
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var before = sigaction()
    sigaction(SIGUSR1, &action, &before)
    defer { sigaction(SIGUSR1, &before, nil) }
    let main = pthread_self()
    let writer = pipe.fileHandleForWriting
    Thread {
      for _ in 0..<2 {
        Thread.sleep(forTimeInterval: 0.1)
        pthread_kill(main, SIGUSR1)
      }
      Thread.sleep(forTimeInterval: 0.1)
      try? writer.write(contentsOf: Data("go on\n".utf8))
    }.start()
    let reader = PlainLineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    XCTAssertEqual(try reader.readLine(prompt: ""), .line("go on"))
  }
}
