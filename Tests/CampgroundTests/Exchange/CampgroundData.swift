import Foundation
import XCTest

/// The folder of real files, which are not part of the project.
enum CampgroundData {
  /// The folder that CAMPGROUND_DATA names; skips the test where it is not set.
  static func folder() throws -> URL {
    guard let path = ProcessInfo.processInfo.environment["CAMPGROUND_DATA"] else {
      throw XCTSkip("CAMPGROUND_DATA not set")
    }
    return URL(fileURLWithPath: path)
  }
}
