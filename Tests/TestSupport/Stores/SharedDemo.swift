import Campground
import CampgroundDemo
import Foundation
import ObjectGraph

/// The short demo of 2026-07-15, which a process makes once for all its tests.
@MainActor
public enum SharedDemo {
  /// 2026-07-15, a Wednesday.
  public static let day = CalendarDate(dayNumber: 9_326)

  /// The demo itself.
  public static let demo = Demo(.short(around: day))

  /// Nine in the morning of the day.
  public static var morning: Date { WallTime(day, minute: 540).instant(in: Demo.timeZone) }

  private static var content: Data?

  /// Writes the demo's store to a file.
  public static func write(to url: URL) throws {
    if let content { return try content.write(to: url) }
    let stack = try CampgroundStack(
      store: PersistentStoreDescription(url: url), timeZone: Demo.timeZone)
    do {
      defer { try? stack.close() }
      try demo.make(on: stack)
    }
    content = try Data(contentsOf: url)
  }

  /// Opens a copy of the demo's store in a folder.
  public static func stack(in folder: URL) throws -> CampgroundStack {
    let url = folder.appendingPathComponent("demo.sqlite")
    try write(to: url)
    return try CampgroundStack(store: PersistentStoreDescription(url: url))
  }
}
