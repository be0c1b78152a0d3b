import Foundation
import ObjectGraph

/// The engine with one context attached to the coordinator.
@MainActor
final class EnginePlace: Place {
  let url: URL
  private var container: PersistentContainer

  init(url: URL) throws {
    self.url = url
    container = try Self.open(url)
  }

  private static func open(_ url: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Benchmark", managedObjectModel: BenchmarkModel.make(),
      descriptions: [PersistentStoreDescription(url: url)])
    try container.loadPersistentStores()
    return container
  }

  var context: ManagedObjectContext { container.viewContext }

  func backgroundContext() -> BackgroundContext { container.newBackgroundContext() }

  func seed(data: BenchmarkData, nights: Int) throws {
    try EngineWorkloads(context: container.viewContext, data: data).seed(nights: nights)
  }

  func run(_ workload: Workload, data: BenchmarkData) throws -> Double {
    // A fresh coordinator has an empty row cache, so every workload reads from the store.
    try close()
    container = try Self.open(url)
    return try EngineRun(context: container.viewContext, data: data).run(workload)
  }

  func close() throws {
    container.viewContext.reset()
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }
}

/// The engine with a main context that is a child of a root context.
@MainActor
final class StackPlace: Place {
  let url: URL
  private var stack: StoreStack

  init(url: URL) throws {
    self.url = url
    stack = try Self.open(url)
  }

  private static func open(_ url: URL) throws -> StoreStack {
    try StoreStack(model: BenchmarkModel.make(), store: PersistentStoreDescription(url: url))
  }

  var context: ManagedObjectContext { stack.mainContext }

  func backgroundContext() -> BackgroundContext { stack.newDerivedContext() }

  func run(_ workload: Workload, data: BenchmarkData) throws -> Double {
    try close()
    stack = try Self.open(url)
    return try EngineRun(context: stack.mainContext, data: data).run(workload)
  }

  func close() throws {
    stack.mainContext.reset()
    try stack.close()
  }
}

/// Prepares a workload, measures it, and checks its result.
struct EngineRun {
  let context: ManagedObjectContext
  let data: BenchmarkData

  func run(_ workload: Workload) throws -> Double {
    let workloads = EngineWorkloads(context: context, data: data)
    switch workload {
    case .a:
      let sites = try all(BenchmarkSite.self)
      let campers = try all(BenchmarkCamper.self)
      return try measure { try workloads.insert(sites: sites, campers: campers) }
    case .b:
      return try measure { Checksum.expect(try workloads.fetchAll(), data) }
    case .c:
      let ids = try all(BenchmarkReservation.self).map(\.objectID)
      context.reset()
      context.persistentStoreCoordinator?.forgetRows()
      return try measure { Checksum.expect(try workloads.fetchByKey(ids), data) }
    case .d:
      let campers = try all(BenchmarkCamper.self).map(\.objectID)
      return try measure { Checksum.expect(try workloads.fetchByCamper(campers), data) }
    case .e: return try measure { Questions.expectFirst(try workloads.fetchFirst(), data) }
    case .f: return try measure { Questions.expectTotal(try workloads.totals(), data) }
    case .g:
      let reservations = try all(BenchmarkReservation.self)
      for reservation in reservations { _ = reservation.status }
      return try measure { try workloads.update(reservations, status: 7) }
    case .g2: return try measure { try workloads.updateAll(status: 5) }
    case .h:
      let reservations = try all(BenchmarkReservation.self)
      return try measure { try workloads.delete(reservations) }
    case .bi, .bw:
      let sites = try all(BenchmarkSite.self).map(\.objectID)
      let campers = try all(BenchmarkCamper.self).map(\.objectID)
      var making = 0.0
      let whole = try measure {
        making = try workloads.insertAll(sites: sites, campers: campers)
      }
      return workload == .bi ? whole - making : whole
    case .bo: return try measure { try workloads.insertAllObjects() }
    case .bd: return try measure { try workloads.deleteAll() }
    case .i:
      return try measure { _ = try workloads.freeSites(firstNights: FirstNights.all) }
    case .n, .desk: Checksum.fail("workload \(workload) has a store of its own")
    }
  }

  private func all<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
    try context.fetch(FetchRequest<Object>())
  }
}
