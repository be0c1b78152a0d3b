import Campground
import Foundation
import TestSupport
import XCTest

final class PictureHeaderTests: XCTestCase {
  func testTheSizeIsReadFromEachFormat() throws {
    let pictures: [(PictureHeader.Format, [Data])] = [
      (.png, [Pictures.png(width: 640, height: 480)]),
      (.gif, [Pictures.gif(width: 640, height: 480)]),
      (.jpeg, [Pictures.jpeg(width: 640, height: 480)]),
      (.webp, Pictures.webps(width: 640, height: 480)),
    ]
    for (format, files) in pictures {
      for file in files {
        let header = try XCTUnwrap(PictureHeader(file), "\(format)")
        XCTAssertEqual(header.format, format)
        XCTAssertEqual(header.width, 640, "\(format)")
        XCTAssertEqual(header.height, 480, "\(format)")
      }
    }
  }

  func testNoBeginningOfAHeaderIsAPicture() {
    let files =
      [
        Pictures.png(width: 640, height: 480).prefix(24),
        Pictures.gif(width: 640, height: 480).prefix(10),
        Pictures.jpeg(width: 640, height: 480).dropLast(4),
      ] + Pictures.webps(width: 640, height: 480)
    for file in files {
      XCTAssertNotNil(PictureHeader(Data(file)))
      for count in 0..<file.count {
        // The extended WebP ends in a high byte that a shorter file lacks, so no prefix fits.
        XCTAssertNil(PictureHeader(Data(file.prefix(count))), "\(count) of \(file.count) bytes")
      }
    }
  }

  func testOtherFilesAndEmptyPicturesAreNone() {
    let others = [
      Data(), Data("#!/bin/sh\n".utf8), Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8),
      Data("RIFF....WAVEfmt ".utf8), Pictures.png(width: 0, height: 480),
      Pictures.gif(width: 640, height: 0), Data([0xFF, 0xD8, 0xFF, 0xD9]),
      // A segment that says it is shorter than its own length field would never end.
      Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xE0, 0, 0]),
    ]
    for data in others { XCTAssertNil(PictureHeader(data)) }
  }

  func testRandomBytesBehindASignatureNeverTrap() {
    var generator = SeededGenerator(seed: 7)
    let signatures = [
      Data([0xFF, 0xD8]), Pictures.png(width: 1, height: 1).prefix(8), Data("GIF89a".utf8),
      Data("RIFF0000WEBPVP8X".utf8), Data("RIFF0000WEBPVP8L".utf8), Data("RIFF0000WEBPVP8 ".utf8),
    ]
    for round in 0..<3_000 {
      let count = Int.random(in: 0..<64, using: &generator)
      let tail = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let header = PictureHeader(signatures[round % signatures.count] + Data(tail)) {
        XCTAssertGreaterThan(header.width, 0)
        XCTAssertGreaterThan(header.height, 0)
      }
    }
  }
}
