import Campground
import Foundation
import TestSupport
import XCTest

@MainActor
final class CommandImageScalerTests: XCTestCase {
  private let picture = Pictures.png(width: 640, height: 480)

  /// A folder with a program of a name, written in the shell's language.
  private func folder(with name: String, _ script: String) throws -> URL {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.path)
    return folder
  }

  private func thumbnail(_ folders: URL...) throws -> Data? {
    let header = try XCTUnwrap(PictureHeader(picture))
    return try CommandImageScaler(path: folders.map(\.path).joined(separator: ":"))
      .thumbnail(of: picture, header, side: 120)
  }

  func testWithoutACommandThereIsNoThumbnail() async throws {
    XCTAssertNil(try thumbnail(temporaryFolder()))
    XCTAssertNil(try thumbnail())
  }

  func testAnotherProgramCalledConvertIsPassedOver() async throws {
    let other = try folder(with: "convert", "echo converts units; exit 0")
    XCTAssertNil(try thumbnail(other))
  }

  func testAConvertThatSaysItIsNotImageMagickIsPassedOver() async throws {
    let other = try folder(with: "convert", "echo ImageMagick is not installed; exit 1")
    XCTAssertNil(try thumbnail(other))
  }

  func testImageMagickIsToldTheFormatAndTheSize() async throws {
    let folder = try folder(
      with: "magick",
      """
      if [ "$1" = -version ]; then echo 'Version: ImageMagick 7'; exit 0; fi
      for last; do :; done
      echo "$*" > "${last#*:}"
      """)
    let arguments = String(decoding: try XCTUnwrap(try thumbnail(folder)), as: UTF8.self)
    XCTAssertTrue(arguments.contains("-thumbnail 120x120>"), arguments)
    XCTAssertTrue(arguments.contains(" png:/"), arguments)
    XCTAssertTrue(arguments.contains("picture.png[0]"), arguments)
  }

  func testLibvipsServesWhereThereIsNoImageMagick() async throws {
    let other = try folder(with: "convert", "echo converts units")
    let folder = try folder(
      with: "vipsthumbnail", "while [ $# -gt 1 ]; do shift; done; echo small > \"$1\"")
    XCTAssertEqual(try thumbnail(other, folder), Data("small\n".utf8))
  }

  func testWhatTheCommandCannotReadIsToldInItsWords() async throws {
    let folder = try folder(
      with: "magick",
      """
      if [ "$1" = -version ]; then echo 'Version: ImageMagick 7'; exit 0; fi
      echo 'magick: improper image header' >&2
      exit 1
      """)
    XCTAssertThrowsError(try thumbnail(folder)) {
      XCTAssertEqual(
        $0 as? ImageScalingError,
        ImageScalingError(command: "magick", reason: "magick: improper image header"))
    }
  }

  func testACommandThatWritesNothingHasFailed() async throws {
    let folder = try folder(with: "vipsthumbnail", "exit 0")
    XCTAssertThrowsError(try thumbnail(folder))
  }

  func testTheRealCommandKeepsTheProportions() async throws {
    let source = try temporaryFolder().appendingPathComponent("wide.png")
    // A white picture of 600 by 150 pixels, written by Python's zlib.
    _ = try Python.run(
      """
      import struct, sys, zlib
      def chunk(kind, data):
          return (struct.pack('>I', len(data)) + kind + data
                  + struct.pack('>I', zlib.crc32(kind + data)))
      rows = (b'\\0' + b'\\xff' * 600) * 150
      open(sys.argv[1], 'wb').write(
          b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 600, 150, 8, 0, 0, 0, 0))
          + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
      """, arguments: [source.path])
    let data = try Data(contentsOf: source)
    let header = try XCTUnwrap(PictureHeader(data))
    guard let thumbnail = try CommandImageScaler().thumbnail(of: data, header, side: 120) else {
      throw XCTSkip("neither ImageMagick nor libvips is installed")
    }
    let small = try XCTUnwrap(PictureHeader(thumbnail))
    XCTAssertEqual(small.format, .png)
    XCTAssertEqual(small.width, 120)
    XCTAssertEqual(small.height, 30)
  }
}
