import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class EmployeePictureTests: XCTestCase {
  /// Makes a thumbnail that tells what was asked for, or finds the picture damaged.
  private struct Scaler: ImageScaler {
    var isDamaged = false

    func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data? {
      if isDamaged { throw ImageScalingError(command: "magick", reason: "bad Huffman code") }
      return Data("\(header.format.rawValue) \(picture.count) \(side)".utf8)
    }
  }

  private let picture = Pictures.png(width: 640, height: 480)

  func testAPictureIsKeptAsItIsWithAThumbnail() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada")
      desk.employees.imageScaler = Scaler()
      try desk.employees.setPicture(picture, of: ada)
      XCTAssertEqual(ada.picture?.picture, picture)
      XCTAssertEqual(ada.thumbnail, Data("png \(picture.count) 120".utf8))
      let other = Pictures.gif(width: 30, height: 20)
      try desk.employees.setPicture(other, of: ada)
      XCTAssertEqual(ada.picture?.picture, other)
      XCTAssertEqual(try desk.count(EmployeePicture.self), 1)
      try desk.employees.deletePicture(of: ada)
      XCTAssertNil(ada.picture)
      XCTAssertNil(ada.thumbnail)
      XCTAssertEqual(try desk.count(EmployeePicture.self), 0)
      try desk.employees.deletePicture(of: ada)
    }
  }

  func testWithoutAScalerThePictureIsKeptWithoutAThumbnail() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada")
      desk.employees.imageScaler = Scaler()
      try desk.employees.setPicture(picture, of: ada)
      desk.employees.imageScaler = NoScaler()
      try desk.employees.setPicture(picture, of: ada)
      XCTAssertEqual(ada.picture?.picture, picture)
      XCTAssertNil(ada.thumbnail, "the thumbnail of another picture")
    }
  }

  func testADamagedPictureIsRefusedAndTheFormerOneStays() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada")
      desk.employees.imageScaler = Scaler()
      try desk.employees.setPicture(picture, of: ada)
      desk.employees.imageScaler = Scaler(isDamaged: true)
      assertBreaks(.invalidValue, "the picture cannot be read (bad Huffman code)") {
        try desk.employees.setPicture(Pictures.gif(width: 1, height: 1), of: ada)
      }
      XCTAssertEqual(ada.picture?.picture, picture)
    }
  }

  func testALargePictureLiesInAFileBesideTheStore() async throws {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let ada = try desk.employees.addEmployee("Ada")
    desk.employees.imageScaler = NoScaler()
    let large = picture + Data(count: 300_000)
    try desk.employees.setPicture(large, of: ada)
    try desk.stack.close()
    let outside = try XCTUnwrap(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }
        .filter { (try? Data(contentsOf: $0)) == large })
    XCTAssertEqual(outside.count, 1)
    // The database itself has only a reference.
    XCTAssertLessThan(
      try XCTUnwrap(
        Int(StoreShell(file).rows("SELECT length(ZPICTURE) FROM ZEMPLOYEEPICTURE").joined())), 100)
  }
}
