import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

final class DeflateTests: XCTestCase {
  private func samples() -> [Data] {
    var generator = SeededGenerator(seed: 7)
    var samples: [Data] = [
      Data(), Data("a".utf8), Data("abc".utf8), Data(repeating: 0, count: 100_000),
      Data((0...255).map { UInt8($0) }),
      Data((0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) }),
    ]
    for round in 0..<40 {
      // Words that come back at all distances, beyond the window too.
      let letters = UInt8(2 + round % 60)
      var bytes: [UInt8] = []
      while bytes.count < round * 1_500 {
        if !bytes.isEmpty, Bool.random(using: &generator) {
          let start = Int.random(in: bytes.indices, using: &generator)
          let length = Int.random(in: 1...400, using: &generator)
          bytes += bytes[start..<min(bytes.count, start + length)]
        } else {
          bytes += (0..<Int.random(in: 1...30, using: &generator)).map { _ in
            UInt8.random(in: 0..<letters, using: &generator)
          }
        }
      }
      samples.append(Data(bytes))
    }
    return samples
  }

  func testWhatIsPackedIsUnpacked() throws {
    for sample in samples() {
      XCTAssertEqual(try Inflate.unpack(Deflate.pack(sample), limit: 1 << 20), sample)
    }
  }

  func testZlibUnpacksWhatIsPacked() throws {
    let samples = samples()
    var stream = Data()
    for sample in samples { stream += framed(Deflate.pack(sample)) }
    let script = """
      while data:
        count = int.from_bytes(data[:4], 'little')
        unpacker = zlib.decompressobj(wbits=-15)
        sys.stdout.buffer.write(unpacker.decompress(data[4:4 + count]))
        assert unpacker.eof and not unpacker.unused_data
        data = data[4 + count:]
      """
    XCTAssertEqual(try Python.run(onData: script, stream), samples.reduce(Data(), +))
  }

  func testWhatZlibPacksIsUnpacked() throws {
    let samples = Array(samples().prefix(5) + samples().suffix(2))
    // Stored blocks; fast and thorough; Huffman codes alone; runs alone; the fixed codes.
    let script = """
      samples = []
      while data:
        count = int.from_bytes(data[:4], 'little')
        samples.append(data[4:4 + count])
        data = data[4 + count:]
      for level, strategy in [(0, 0), (1, 0), (9, 0), (6, 2), (6, 3), (6, 4)]:
        for sample in samples:
          packer = zlib.compressobj(level, zlib.DEFLATED, -15, 8, strategy)
          packed = packer.compress(sample) + packer.flush()
          sys.stdout.buffer.write(len(packed).to_bytes(4, 'little') + packed)
      """
    let packed = parts(
      of: try Python.run(onData: script, samples.reduce(Data()) { $0 + framed($1) }))
    XCTAssertEqual(packed.count, 6 * samples.count)
    for (index, part) in packed.enumerated() {
      XCTAssertEqual(try Inflate.unpack(part, limit: 1 << 20), samples[index % samples.count])
    }
  }

  private func framed(_ part: Data) -> Data {
    withUnsafeBytes(of: UInt32(part.count).littleEndian) { Data($0) } + part
  }

  private func parts(of stream: Data) -> [Data] {
    var parts: [Data] = []
    var rest = stream
    while rest.count >= 4 {
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      parts.append(Data(rest.dropFirst(4).prefix(count)))
      rest = rest.dropFirst(4 + count)
    }
    return parts
  }

  func testRandomBytesGrowByTheirBlockHeadersOnly() {
    var generator = SeededGenerator(seed: 3)
    let noise = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    XCTAssertLessThan(Deflate.pack(noise).count, noise.count + 100)
  }

  func testDamageIsRefused() {
    let damaged: [(String, [UInt8])] = [
      ("nothing", []),
      ("a block of the kind 3", [0x07]),
      ("a stored block with a wrong complement", [0x01, 0x01, 0x00, 0x00, 0x00, 0x41]),
      ("a stored block that is cut short", [0x01, 0x02, 0x00, 0xFD, 0xFF, 0x41]),
      ("bytes after the end", [0x03, 0x00, 0x00]),
      // The fixed codes of length 3 and distance 1, with nothing written yet.
      ("a distance beyond the start", [0x03, 0x02, 0x00]),
    ]
    for (what, bytes) in damaged {
      XCTAssertThrowsError(try Inflate.unpack(Data(bytes), limit: 100), what) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema, what)
      }
    }
  }

  func testNoMoreIsUnpackedThanTheLimit() throws {
    let packed = Deflate.pack(Data(repeating: 1, count: 1_000))
    XCTAssertEqual(try Inflate.unpack(packed, limit: 1_000).count, 1_000)
    XCTAssertThrowsError(try Inflate.unpack(packed, limit: 999))
  }

  func testWhatIsPackedIsTheDataInStoredBlocks() {
    let data = Data((0..<65_537).map { UInt8(truncatingIfNeeded: $0) })
    XCTAssertEqual(
      Deflate.pack(data),
      Data([0, 0xFF, 0xFF, 0, 0]) + data.prefix(65_535) + Data([1, 2, 0, 0xFD, 0xFF])
        + data.suffix(2))
    XCTAssertEqual(Deflate.pack(Data()), Data([1, 0, 0, 0xFF, 0xFF]))
  }

  func testTruncatedAndMutatedDataNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 11)
    let script = """
      packer = zlib.compressobj(9, zlib.DEFLATED, -15)
      sys.stdout.buffer.write(packer.compress(data) + packer.flush())
      """
    let packed = try Python.run(onData: script, samples()[20])
    for count in stride(from: 0, to: packed.count, by: 37) {
      XCTAssertThrowsError(try Inflate.unpack(packed.prefix(count), limit: 1 << 20))
    }
    for _ in 0..<300 {
      do {
        _ = try Inflate.unpack(packed.mutated(using: &generator), limit: 1 << 20)
      } catch {
        XCTAssertTrue(error is ObjectGraphError)
      }
    }
  }
}
