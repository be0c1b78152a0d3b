import Foundation
import ObjectGraph

/// What a migration costs whose mapping is inferred, against the same change in plain SQL.
@MainActor
struct MigrationProbe {
  let data: BenchmarkData
  let folder: URL

  private static let rounds = 7

  func run() throws -> [Measure] {
    let original = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let place = try EnginePlace(url: original)
    try place.seed(data: data, nights: 0)
    _ = try place.run(.a, data: data)
    try place.close()
    var engine: [Double] = []
    var raw: [Double] = []
    for round in 0..<Self.rounds {
      for side in round % 2 == 0 ? [true, false] : [false, true] {
        let copy = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(at: original, to: copy)
        if side { engine.append(try migrate(copy)) } else { raw.append(try rewrite(copy)) }
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: copy.path + suffix)
        }
      }
    }
    let rows = data.reservations.count
    let (migration, rewriting) = (Samples.median(engine), Samples.median(raw))
    return [
      Measure(.m, "an inferred migration of \(rows) rows", migration, "ms"),
      Measure(.m, "the same rows copied in plain SQL, with their indexes", rewriting, "ms"),
      Measure(.m, "the one to the other", migration / rewriting, "times", budget: 1.5),
    ]
  }

  private func migrate(_ url: URL) throws -> Double {
    let description = PersistentStoreDescription(url: url)
    let model = BenchmarkModel.next()
    let time = try measure {
      guard let report = try StoreMigration(of: description, to: model).run(),
        report.steps[0].entities.contains(where: { $0.newCount == data.reservations.count })
      else { throw CocoaError(.fileWriteUnknown) }
    }
    guard
      try RawDatabase(path: url.path).integer(
        "SELECT count(*) FROM ZRESERVATION WHERE ZCHANNEL = 'desk' AND ZREMARKS IS NOT NULL")
        == data.reservations.count
    else { throw CocoaError(.fileWriteUnknown) }
    return time
  }

  /// The change of all tables as SQLite's documentation advises it: a new table, the rows, the indexes,
  /// the old table away.
  private func rewrite(_ url: URL) throws -> Double {
    let database = try RawDatabase(path: url.path)
    return try measure {
      try database.execute(
        """
        BEGIN IMMEDIATE;
        CREATE TABLE NEWRESERVATION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
          ZPARTYSIZE INTEGER, ZSTATUS INTEGER, ZCAMPER INTEGER, ZCAMPSITE INTEGER,
          ZARRIVAL TIMESTAMP, ZDEPARTURE TIMESTAMP, ZTOTALPRICE FLOAT, ZCHANNEL VARCHAR,
          ZCODE VARCHAR, ZREMARKS VARCHAR);
        INSERT INTO NEWRESERVATION SELECT Z_PK, Z_ENT, Z_OPT, ZPARTYSIZE, ZSTATUS, ZCAMPER, ZCAMPSITE,
          ZARRIVAL, ZDEPARTURE, ZTOTALPRICE, 'desk', ZCODE, ZNOTES FROM ZRESERVATION;
        DROP TABLE ZRESERVATION;
        ALTER TABLE NEWRESERVATION RENAME TO ZRESERVATION;
        CREATE INDEX ZRESERVATION_ZCAMPER_INDEX ON ZRESERVATION (ZCAMPER);
        CREATE INDEX ZRESERVATION_ZCAMPSITE_INDEX ON ZRESERVATION (ZCAMPSITE);
        CREATE INDEX Z_Reservation_byStay ON ZRESERVATION
          (ZCAMPSITE COLLATE BINARY ASC, ZARRIVAL COLLATE BINARY ASC, ZDEPARTURE COLLATE BINARY ASC);
        CREATE TABLE NEWCAMPER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
          ZFULLNAME VARCHAR);
        INSERT INTO NEWCAMPER SELECT Z_PK, Z_ENT, Z_OPT, ZFULLNAME FROM ZCAMPER;
        DROP TABLE ZCAMPER;
        ALTER TABLE NEWCAMPER RENAME TO ZCAMPER;
        COMMIT; PRAGMA wal_checkpoint(TRUNCATE)
        """)
    }
  }
}

extension BenchmarkModel {
  /// A later version: reservations tell by which way they came, and notes are called remarks.
  static func next() -> ManagedObjectModel {
    let model = make()
    guard let reservation = model.entitiesByName["Reservation"] else { return model }
    for property in reservation.properties where property.name == "notes" {
      property.name = "remarks"
      property.renamingIdentifier = "notes"
    }
    reservation.properties.append(
      AttributeDescription("channel", .string, default: .string("desk")))
    return model
  }
}
