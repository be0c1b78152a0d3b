import Foundation
import ObjectGraph

/// The workloads through the engine, in one context.
struct EngineWorkloads {
  let context: ManagedObjectContext
  let data: BenchmarkData

  /// Inserts the sites and campers, and optionally the nights of a year.
  func seed(nights: Int) throws {
    var sites: [BenchmarkSite] = []
    for number in 1...BenchmarkData.siteCount {
      let site = BenchmarkSite(context: context)
      site.siteNumber = Int16(number)
      sites.append(site)
    }
    if nights == 0 {
      for number in 1...BenchmarkData.camperCount {
        BenchmarkCamper(context: context).fullName = "Camper \(number)"
      }
    }
    for (index, site) in sites.enumerated() {
      for night in 0..<nights where (night + index * 3) % 7 < 4 {
        let row = BenchmarkNight(context: context)
        row.night = Int32(night)
        row.campSite = site
      }
    }
    try context.saveThrough()
  }

  /// Workload a: inserts all reservations, with their relationships, and saves.
  func insert(sites: [BenchmarkSite], campers: [BenchmarkCamper]) throws {
    makeReservations(sites: sites, campers: campers)
    try context.saveThrough()
  }

  /// Inserts all reservations, with their relationships.
  func makeReservations(sites: [BenchmarkSite], campers: [BenchmarkCamper]) {
    for values in data.reservations {
      let reservation = BenchmarkReservation(context: context)
      reservation.status = values.status
      reservation.partySize = values.partySize
      reservation.arrival = Date(timeIntervalSinceReferenceDate: values.arrival)
      reservation.departure = Date(timeIntervalSinceReferenceDate: values.departure)
      reservation.totalPrice = values.totalPrice
      reservation.code = values.code
      reservation.notes = values.notes
      reservation.campSite = sites[values.site]
      reservation.camper = campers[values.camper]
    }
  }

  /// Workload b: fetches all reservations and reads their values, including strings.
  func fetchAll() throws -> Double {
    let reservations = try context.fetch(FetchRequest<BenchmarkReservation>())
    var sum = 0.0
    for reservation in reservations { sum += checksum(reservation) }
    return sum
  }

  /// Workload c: fetches each reservation by its ID.
  func fetchByKey(_ ids: [ManagedObjectID]) throws -> Double {
    var sum = 0.0
    for id in ids {
      guard let reservation = try context.existingObject(with: id) as? BenchmarkReservation else {
        continue
      }
      sum += checksum(reservation)
    }
    return sum
  }

  /// Workload d: fetches the ten reservations of each camper.
  func fetchByCamper(_ campers: [ManagedObjectID]) throws -> Double {
    var sum = 0.0
    let request = FetchRequest<BenchmarkReservation>()
    for camper in campers {
      request.predicate = try FetchPredicate(format: "camper == %@", camper)
      for reservation in try context.fetch(request) { sum += checksum(reservation) }
    }
    return sum
  }

  /// Workload e: fetches the first 50 reservations of a status and size by arrival.
  func fetchFirst() throws -> Int {
    var count = 0
    let request = FetchRequest<BenchmarkReservation>()
    request.sortDescriptors = [FetchSortDescriptor(key: "arrival", ascending: true)]
    request.fetchLimit = 50
    for status in Questions.statuses {
      request.predicate = try FetchPredicate(format: "status == %@ AND partySize > %@", status, 2)
      for reservation in try context.fetch(request) {
        count += checksum(reservation) > 0 ? 1 : 0
      }
    }
    return count
  }

  /// Workload f: the number of reservations in each status, and their total price.
  func totals() throws -> Double {
    let request = FetchRequest<[String: any Sendable]>(entityName: "Reservation")
    request.propertiesToGroupBy = ["status"]
    request.propertiesToFetch = [
      "status", computed("count", "count:", "SELF"), computed("total", "sum:", "totalPrice"),
    ]
    var sum = 0.0
    for _ in 0..<Questions.totalCount {
      for group in try context.fetch(request) {
        sum += Double(group["count"] as? Int64 ?? 0) + (group["total"] as? Double ?? 0)
      }
    }
    return sum
  }

  private func computed(
    _ name: String, _ function: String, _ keyPath: String
  ) -> ExpressionDescription {
    ExpressionDescription(
      name: name,
      expression: FetchExpression(
        forFunction: function, arguments: [FetchExpression(forKeyPath: keyPath)]))
  }

  /// Workload g: changes one property of each reservation and saves.
  func update(_ reservations: [BenchmarkReservation], status: Int16) throws {
    for reservation in reservations { reservation.status = status }
    try context.saveThrough()
  }

  /// Workload g2: changes one property of all reservations by a batch request.
  func updateAll(status: Int16) throws {
    let request = BatchUpdateRequest(entityName: "Reservation")
    request.propertiesToUpdate = ["status": status]
    try context.execute(request)
  }

  /// Workload h: deletes each reservation and saves.
  func delete(_ reservations: [BenchmarkReservation]) throws {
    for reservation in reservations { context.delete(reservation) }
    try context.saveThrough()
  }

  /// Workloads bi and bw: inserts all reservations by a batch request.
  ///
  /// The handler makes the dictionaries by the hundred, and releases them likewise. The time for
  /// that is the caller's, whose values are not dictionaries beforehand, and the raw side does not
  /// make any.
  ///
  /// - Returns: The milliseconds it took to make the dictionaries, which workload bi leaves out.
  func insertAll(sites: [ManagedObjectID], campers: [ManagedObjectID]) throws -> Double {
    var next = data.reservations[...]
    var made: [[String: Any]] = []
    var place = 0
    var making = 0.0
    try context.execute(
      BatchInsertRequest(
        entityName: "Reservation",
        dictionaryHandler: { dictionary in
          if place == made.count {
            making += measure {
              made = next.prefix(100).map { Self.dictionary(of: $0, sites, campers) }
            }
            next = next.dropFirst(100)
            place = 0
            if made.isEmpty { return true }
          }
          dictionary = made[place]
          place += 1
          return false
        }))
    return making
  }

  /// The values of a reservation in the form that workload bi inserts.
  static func dictionary(
    of values: BenchmarkData.Reservation, _ sites: [ManagedObjectID], _ campers: [ManagedObjectID]
  ) -> [String: Any] {
    [
      "status": values.status, "partySize": values.partySize,
      "arrival": Date(timeIntervalSinceReferenceDate: values.arrival),
      "departure": Date(timeIntervalSinceReferenceDate: values.departure),
      "totalPrice": values.totalPrice, "code": values.code, "notes": values.notes,
      "campSite": sites[values.site], "camper": campers[values.camper],
    ]
  }

  /// Workload bo: inserts all reservations by a batch request whose handler sets properties.
  func insertAllObjects() throws {
    var next = data.reservations.makeIterator()
    try context.execute(
      BatchInsertRequest(
        entityName: "Reservation",
        managedObjectHandler: { object in
          guard let values = next.next(), let reservation = object as? BenchmarkReservation else {
            return true
          }
          reservation.status = values.status
          reservation.partySize = values.partySize
          reservation.arrival = Date(timeIntervalSinceReferenceDate: values.arrival)
          reservation.departure = Date(timeIntervalSinceReferenceDate: values.departure)
          reservation.totalPrice = values.totalPrice
          reservation.code = values.code
          reservation.notes = values.notes
          return false
        }))
  }

  /// Workload bd: deletes all reservations by a batch request.
  func deleteAll() throws {
    let request = FetchRequest<BenchmarkReservation>()
    request.predicate = try FetchPredicate(format: "status >= 0")
    try context.execute(BatchDeleteRequest(fetchRequest: request))
  }

  /// Workload i: which sites are free on the nights [first, first + 3), for many first nights.
  func freeSites(firstNights: [Int32]) throws -> Int {
    var count = 0
    let request = FetchRequest<BenchmarkSite>()
    for first in firstNights {
      request.predicate = try FetchPredicate(
        format: "NOT (ANY nights.night BETWEEN {%@, %@})", first, first + 2)
      for site in try context.fetch(request) { count += site.siteNumber >= 0 ? 1 : 0 }
    }
    return count
  }

  private func checksum(_ reservation: BenchmarkReservation) -> Double {
    Double(reservation.status) + Double(reservation.partySize) + reservation.totalPrice
      + Double(reservation.code.utf8.count + reservation.notes.utf8.count)
  }
}
