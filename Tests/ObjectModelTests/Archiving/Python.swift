import Foundation
import TestSupport
import XCTest

/// Runs python3, whose zlib and plistlib are the independent judges of what is packed and written.
enum Python {
  /// Runs the script with the data on its standard input and returns its standard output.
  ///
  /// - Throws: `XCTSkip` when there is no python3; an error with what it printed when it fails.
  static func run(_ script: String, _ input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("in")
    let target = folder.appendingPathComponent("out")
    try input.write(to: source)
    try Data().write(to: target)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import sys, zlib, plistlib\ndata = sys.stdin.buffer.read()\n" + script,
    ]
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: target)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw XCTSkip("python3 is not installed") }
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return try Data(contentsOf: target)
  }

  struct Failure: Error {
    let status: Int32
  }
}

extension Data {
  /// The data with a few bytes changed, cut out or put in.
  func mutated(using generator: inout SeededGenerator) -> Data {
    var bytes = [UInt8](self)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes[place] = [0x00, 0x0F, 0x7F, 0xFF].randomElement(using: &generator) ?? 0
      case 3: bytes.removeSubrange(place..<Swift.min(bytes.count, place + 3))
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      default: bytes.removeLast(Swift.min(bytes.count, 1 + place % 40))
      }
    }
    return Data(bytes)
  }
}
