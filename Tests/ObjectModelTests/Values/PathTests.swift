import XCTest

@testable import ObjectModel

/// Folders of paths, among them those on which Foundation's own function ends the process.
final class PathTests: XCTestCase {
  func testTheFolderOfAPathIsWhatComesBeforeItsName() {
    let folders = [
      "": "", "x": "", "x/": "", ".": "", "é": "", "/": "/", "//": "/", "/x": "/", "//x": "/",
      "a/b": "a", "a//b": "a", "a/b/": "a", "a/b//": "a", "/a/b": "/a", "./x": ".", "../x": "..",
      "a/.b": "a", "a/\u{301}b": "a",
    ]
    for (path, folder) in folders { XCTAssertEqual(path.parentFolder, folder, "\"\(path)\"") }
  }
}
