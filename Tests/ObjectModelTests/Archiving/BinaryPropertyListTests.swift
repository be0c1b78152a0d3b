import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

final class BinaryPropertyListTests: XCTestCase {
  private typealias Value = PropertyList

  private let sample = Value.dictionary([
    "zero": .integer(0), "byte": .integer(255), "word": .integer(65_536),
    "great": .integer(5_000_000_000), "least": .integer(.min), "most": .integer(.max),
    "minus": .integer(-1), "yes": .boolean(true), "no": .boolean(false), "half": .real(0.5),
    "date": .date(Date(timeIntervalSinceReferenceDate: 86_400.25)),
    "ascii": .string("camp"), "utf16": .string("Lagerfeuer – größer 🏕"), "empty": .string(""),
    "data": .data(Data(0...40)), "long": .string(String(repeating: "ab", count: 200)),
    "list": .array([.string("camp"), .integer(255), .array([]), .dictionary([:])]),
    "many": .array((0..<300).map { .integer($0) }),
  ])

  func testWhatIsWrittenIsReadBack() throws {
    XCTAssertEqual(
      try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(sample)), sample)
    for value: Value in [
      .null, .uid(0), .uid(255), .uid(256), .uid(.max), .set([.integer(1), .integer(2)]),
      .real(.infinity), .string("e\u{301}"),
    ] {
      let data = try BinaryPropertyListWriter.write(.array([value, .string("\u{E9}")]))
      guard case .array(let values) = try BinaryPropertyListReader.read(data) else {
        return XCTFail("an array was written")
      }
      XCTAssertEqual(values.first, value)
      XCTAssertEqual(values.last?.string.map { Array($0.utf8) }, [0xC3, 0xA9])
    }
  }

  func testFoundationReadsWhatIsWritten() throws {
    let data = try BinaryPropertyListWriter.write(sample)
    let read = try PropertyListSerialization.propertyList(from: data, format: nil)
    let dictionary = try XCTUnwrap(read as? [String: Any])
    XCTAssertEqual(dictionary.count, 18)
    XCTAssertEqual(dictionary["least"] as? Int64, .min)
    XCTAssertEqual(dictionary["great"] as? Int64, 5_000_000_000)
    XCTAssertEqual(dictionary["utf16"] as? String, "Lagerfeuer – größer 🏕")
    XCTAssertEqual(dictionary["data"] as? Data, Data(0...40))
    XCTAssertEqual(
      dictionary["date"] as? Date, Date(timeIntervalSinceReferenceDate: 86_400.25))
    XCTAssertEqual((dictionary["many"] as? [Int])?.count, 300)
  }

  /// A file with one object, and the table of offsets at an offset.
  private func file(_ content: [UInt8], table: UInt8) -> Data {
    func word(_ number: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, number] }
    let trailer = [0, 0, 0, 0, 0, 0, 1, 1] + word(1) + word(0) + word(table)
    return Data(Array("bplist00".utf8) + content + trailer)
  }

  func testNumbersInSixteenBytesAreReadIfTheyFit() throws {
    func number(_ upper: UInt8, _ lower: [UInt8]) throws -> Value {
      let digits = Array(repeating: upper, count: 8) + lower
      return try BinaryPropertyListReader.read(
        file([0x14] + digits + [8], table: 25))
    }
    let five: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 5]
    let high: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0]
    XCTAssertEqual(try number(0, five), .integer(5))
    XCTAssertEqual(try number(0xFF, five.map { ~$0 }), .integer(-6))
    XCTAssertEqual(try number(0xFF, high), .integer(.min))
    XCTAssertThrowsError(try number(0, high))
    XCTAssertThrowsError(try number(0xFF, five))
    XCTAssertThrowsError(try number(1, five))
  }

  func testFoundationsFilesAreRead() throws {
    let content: [String: Any] = ["number": -7, "text": "größer", "list": [1.5, true, Data([1])]]
    let data = try PropertyListSerialization.data(
      fromPropertyList: content, format: .binary, options: 0)
    XCTAssertEqual(
      try BinaryPropertyListReader.read(data),
      .dictionary([
        "number": .integer(-7), "text": .string("größer"),
        "list": .array([.real(1.5), .boolean(true), .data(Data([1]))]),
      ]))
  }

  func testPythonReadsWhatIsWrittenAndItsFileIsReadBack() throws {
    guard case .dictionary(var entries) = sample else { return }
    entries["uids"] = .array([.uid(1), .uid(300), .uid(70_000)])
    let value = Value.dictionary(entries)
    let script = """
      value = plistlib.loads(data)
      assert value['least'] == -2**63 and value['most'] == 2**63 - 1 and value['minus'] == -1
      assert value['utf16'] == 'Lagerfeuer – größer \\U0001F3D5' and value['yes'] is True
      assert value['uids'] == [plistlib.UID(1), plistlib.UID(300), plistlib.UID(70000)]
      assert value['many'] == list(range(300)) and value['data'] == bytes(range(41))
      sys.stdout.buffer.write(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
      """
    // plistlib writes dates in whole seconds.
    var expected = entries
    expected["date"] = .date(Date(timeIntervalSinceReferenceDate: 86_400))
    let back = try Python.run(onData: script, BinaryPropertyListWriter.write(value))
    guard case .dictionary(var read) = try BinaryPropertyListReader.read(back) else {
      return XCTFail("python writes the dictionary back")
    }
    if case .date(let date)? = read["date"] {
      read["date"] = .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    }
    XCTAssertEqual(Value.dictionary(read), .dictionary(expected))
  }

  func testEqualScalarsAreWrittenOnce() throws {
    let text = String(repeating: "x", count: 1_000)
    let one = try BinaryPropertyListWriter.write(.array([.string(text)]))
    let many = try BinaryPropertyListWriter.write(
      .array([Value](repeating: .string(text), count: 50)))
    // 49 more references of a byte each, and a count that no longer fits the marker.
    XCTAssertEqual(many.count, one.count + 49 + 2)
  }

  func testContainersThatLieTooDeepAreRefusedOnBothWays() throws {
    func nested(_ depth: Int) -> Value {
      (0..<depth).reduce(.integer(1)) { value, _ in .array([value]) }
    }
    XCTAssertNoThrow(
      try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(nested(128))))
    XCTAssertThrowsError(try BinaryPropertyListWriter.write(nested(129)))
  }

  /// `object` at 8, a table of one-byte offsets, and the trailer.
  private func file(_ objects: [[UInt8]], count: Int? = nil, top: UInt8 = 0) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(count ?? objects.count)]
    bytes += [0, 0, 0, 0, 0, 0, 0, top, 0, 0, 0, 0, 0, 0, 0, table]
    return Data(bytes)
  }

  func testDamagedFilesAreRefused() {
    XCTAssertNoThrow(try BinaryPropertyListReader.read(file([[0x10, 7]])))
    let damaged: [(String, Data)] = [
      ("nothing", Data()),
      ("only the magic", Data("bplist00".utf8)),
      ("another magic", Data("bplist15".utf8) + file([[0x09]]).dropFirst(8)),
      ("an array in itself", file([[0xA1, 0]])),
      ("two arrays in each other", file([[0xA1, 1], [0xA1, 0]])),
      ("more objects than offsets", file([[0x09]], count: 200)),
      ("a root that does not exist", file([[0x09]], top: 1)),
      ("no objects", file([[0x09]], count: 0)),
      ("a reference to nowhere", file([[0xA1, 9]])),
      (
        "a count beyond the end",
        file([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
      ),
      ("a count below zero", file([[0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])),
      ("a count that is a text", file([[0xAF, 0x51, 0x41]])),
      ("a key that is a number", file([[0xD1, 1, 1], [0x10, 1]])),
      ("a key that comes twice", file([[0xD2, 1, 1, 2, 2], [0x51, 0x41], [0x09]])),
      ("a text beyond ASCII", file([[0x51, 0xC3]])),
      ("half a pair of UTF-16", file([[0x61, 0xD8, 0x3C]])),
      ("an unknown kind", file([[0x70]])),
      ("a number of 32 bytes", file([[0x15] + [UInt8](repeating: 0, count: 32)])),
      ("a number beyond 64 bits", file([[0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]])),
      ("a date that is none", file([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]])),
    ]
    for (what, data) in damaged {
      XCTAssertThrowsError(try BinaryPropertyListReader.read(data), what) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema, what)
      }
    }
  }

  func testArraysThatShareArraysDoNotMultiplyWithoutMeasure() {
    // Each array holds the next one 14 times: 14 to the power of 9 values in 200 bytes.
    let objects = (1...9).map { [0xAE] + [UInt8](repeating: UInt8($0), count: 14) } + [[0x09]]
    XCTAssertThrowsError(try BinaryPropertyListReader.read(file(objects)))
  }

  func testEveryTruncationIsRefused() throws {
    let data = try BinaryPropertyListWriter.write(sample)
    for count in 0..<data.count {
      XCTAssertThrowsError(try BinaryPropertyListReader.read(data.prefix(count)))
    }
  }

  func testMutatedFilesNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 20)
    let data = try BinaryPropertyListWriter.write(sample)
    for _ in 0..<2_000 {
      let mutated = data.mutated(using: &generator)
      do {
        let value = try BinaryPropertyListReader.read(mutated)
        _ = try BinaryPropertyListWriter.write(value)
      } catch {
        XCTAssertTrue(error is ObjectGraphError)
      }
    }
  }
}
