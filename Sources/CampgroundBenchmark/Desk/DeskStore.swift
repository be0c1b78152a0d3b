import Campground
import Foundation
import ObjectGraph

/// A campground after some years, whose season is over: everybody has left, and all nights to come
/// are free.
@MainActor
struct DeskStore {
  var siteCount = 120
  var years = 10

  /// After the last stay of the history.
  private static let firstDay = HistoryStore.today.advanced(by: 200)

  /// A stay that the desk sells: two nights from the day on, and one more when it is extended.
  struct Stay {
    let siteName: String
    let camperName: String
    let arrival: CalendarDate

    /// The instants at which the guest comes and goes.
    var arrivesAt: Date { arrival.midnightUTC.addingTimeInterval(43_200) }
    var leavesAt: Date { arrival.advanced(by: 3).midnightUTC.addingTimeInterval(32_400) }
  }

  /// What the desk sells: each site is let again on the day on which a guest leaves it.
  func stays(_ count: Int) -> [Stay] {
    (0..<count).map { index in
      let (turn, site) = index.quotientAndRemainder(dividingBy: siteCount)
      return Stay(
        siteName: "\(site + 1)", camperName: "Guest \(index * 7)",
        arrival: Self.firstDay.advanced(by: 3 * turn))
    }
  }

  /// Makes the store and gives its place.
  func make(in folder: URL) throws -> URL {
    // A probe may have made a history of as many years.
    let folder = folder.appendingPathComponent("desk")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try HistoryStore(years: years, siteCount: siteCount, in: folder)
    try store.stack.close()
    let database = try RawDatabase(path: store.url.path)
    try database.execute(
      """
      UPDATE ZRESERVATION SET ZSTATUS = 'CheckedOut' WHERE ZSTATUS != 'Canceled';
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    return store.url
  }
}
