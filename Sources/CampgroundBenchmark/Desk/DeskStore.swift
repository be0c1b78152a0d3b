import Campground
import Foundation
import ObjectGraph

/// A campground after some years, out of season: everybody has left, and all future nights are free.
@MainActor
struct DeskStore {
  var siteCount = 120
  var years = 10

  /// After the last stay of the history.
  private static let firstDay = HistoryStore.today.advanced(by: 200)

  /// A stay that the desk books: two nights from the arrival, and a third when it is extended.
  struct Stay {
    let siteName: String
    let camperName: String
    let arrival: CalendarDate

    /// The instants at which the guest arrives and leaves.
    var arrivesAt: Date { arrival.midnightUTC.addingTimeInterval(43_200) }
    var leavesAt: Date { arrival.advanced(by: 3).midnightUTC.addingTimeInterval(32_400) }
  }

  /// The stays that the desk books: each site is booked again for the day on which its guest
  /// leaves.
  func stays(_ count: Int) -> [Stay] {
    (0..<count).map { index in
      let (turn, site) = index.quotientAndRemainder(dividingBy: siteCount)
      return Stay(
        siteName: "\(site + 1)", camperName: "Guest \(index * 7)",
        arrival: Self.firstDay.advanced(by: 3 * turn))
    }
  }

  /// Makes the store and returns its location.
  func make(in folder: URL) throws -> URL {
    // A probe may have made a history of the same length.
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
