import Foundation
import ObjectGraph

/// Takes everything out of a store, as rows for files.
///
///     let rows = try exports.withSnapshot { snapshot in
///       for table in snapshot.tables { try snapshot.read(table) { rows in write(rows) } }
///     }
public final class ExportService: Service {
  /// Reads the store as it is at one moment, whatever others write meanwhile.
  ///
  /// Changes that are not saved yet are left out. The body runs before the call returns.
  ///
  /// - Throws: what the body throws; code 3072 when the coordinator was told to interrupt.
  public func withSnapshot<Result>(
    _ body: (ExportSnapshot) throws -> Result
  ) throws -> Result {
    let coordinator = storeStack.persistentStoreCoordinator
    // The generation lasts as long as the export.
    let lifetime = coordinator.queryGenerationLifetime
    coordinator.queryGenerationLifetime = max(lifetime, 86_400)
    defer { coordinator.queryGenerationLifetime = lifetime }
    // Sound: the body runs while the caller waits for it.
    nonisolated(unsafe) let body = body
    let timeZone = scope.timeZone
    return try BackgroundContext(coordinator: coordinator, name: "export")
      .performAndWait { context in
        try context.setQueryGenerationFrom(.current)
        return WrittenValue(
          value: try body(
            ExportSnapshot(context, coordinator: coordinator, timeZone: timeZone)))
      }.value
  }
}
