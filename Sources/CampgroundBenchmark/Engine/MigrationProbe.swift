import Foundation
import ObjectGraph

/// The cost of migrations: an inferred mapping compared with the same change in plain SQL, and a
/// custom policy compared with inserting and saving the same objects.
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
    let rows = data.reservations.count
    let (migration, rewriting) = try medians(
      of: { try onCopy(of: original, migrate) }, { try onCopy(of: original, rewrite) })
    let (carrying, inserting) = try medians(
      of: { try carry(original) }, { try insert() })
    return [
      Measure(.m, "an inferred migration of \(rows) rows", migration, "ms"),
      Measure(.m, "the same rows copied in plain SQL, with their indexes", rewriting, "ms"),
      Measure(.m, "inferred, against plain SQL", migration / rewriting, "times", goal: 1.5),
      Measure(.m, "a migration of \(rows) rows by a policy", carrying, "ms"),
      Measure(.m, "the same objects inserted and saved", inserting, "ms"),
      Measure(.m, "by a policy, against inserting", carrying / inserting, "times", goal: 3),
    ]
  }

  /// The median times of two sides that take turns at going first.
  private func medians(
    of first: () throws -> Double, _ second: () throws -> Double
  ) throws -> (Double, Double) {
    var samples: ([Double], [Double]) = ([], [])
    for round in 0..<Self.rounds {
      for side in round % 2 == 0 ? [true, false] : [false, true] {
        if side { samples.0.append(try first()) } else { samples.1.append(try second()) }
      }
    }
    return (Samples.median(samples.0), Samples.median(samples.1))
  }

  private func onCopy(of original: URL, _ body: (URL) throws -> Double) throws -> Double {
    let copy = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { remove(copy) }
    try FileManager.default.copyItem(at: original, to: copy)
    return try body(copy)
  }

  private func remove(_ store: URL) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.path + suffix)
    }
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

  /// Migrates every object individually, reservations by a policy.
  private func carry(_ original: URL) throws -> Double {
    let (model, next) = (BenchmarkModel.make(), BenchmarkModel.next())
    let mapping = try MappingModel.inferredMappingModel(
      forSourceModel: model, destinationModel: next)
    for entity in mapping.entityMappings where entity.sourceEntityName == "Reservation" {
      entity.mappingType = .custom
      entity.entityMigrationPolicyClassName = "ReservationPolicy"
    }
    EntityMigrationPolicies.register(ReservationPolicy.self)
    let manager = try MigrationManager(sourceModel: model, destinationModel: next)
    let destination = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { remove(destination) }
    let time = try measure {
      try manager.migrateStore(from: original, mapping: mapping, to: destination)
    }
    guard
      try RawDatabase(path: destination.path).integer(
        """
        SELECT count(*) FROM ZRESERVATION WHERE ZCHANNEL = 'phone' AND ZREMARKS IS NOT NULL
        AND ZCAMPER IS NOT NULL AND ZCAMPSITE IS NOT NULL
        """) == data.reservations.count
    else { throw CocoaError(.fileWriteUnknown) }
    return time
  }

  /// Inserts the objects that the policy's migration makes.
  private func insert() throws -> Double {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    defer { remove(url) }
    let place = try EnginePlace(url: url)
    let time = try measure {
      try place.seed(data: data, nights: 0)
      _ = try place.run(.a, data: data)
    }
    try place.close()
    return time
  }

  /// The change of all tables as SQLite's documentation advises: create a new table, copy the rows,
  /// create the indexes, drop the old table.
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
  /// A later version, in which reservations have a channel, and notes are called remarks.
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

/// Gives each reservation a value that no mapping provides.
private final class ReservationPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
    let made = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [source])
    try made.first?.setValue("phone", forKey: "channel")
  }
}
