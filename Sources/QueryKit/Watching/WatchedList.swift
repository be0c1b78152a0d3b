import Foundation
import ObjectGraph
import Rendering

/// The objects that `watch` shows, by section.
final class WatchedList {
  let controller: FetchedResultsController<ManagedObject>
  let entity: EntityDescription
  let table: EntityTable
  /// Nil if the list has no sections.
  let title: SectionTitle?

  /// Fetches the objects.
  ///
  /// - Parameter batchSize: the number of objects to read at a time.
  init(
    _ clauses: QueryClauses, in context: ManagedObjectContext, _ style: CellStyle, batchSize: Int
  ) throws {
    let request = try clauses.watchRequest(style)
    request.fetchBatchSize = batchSize
    entity = clauses.entity
    let table = EntityTable(entity, style)
    self.table = table
    title = clauses.sections.map {
      SectionTitle($0.expression, of: clauses.entity, in: table)
    }
    controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: context,
      sectionNameKeyPath: title?.keyPath)
    try controller.performFetch()
  }

  /// The number of rows in each section.
  var sizes: [Int] { controller.sections?.map(\.numberOfObjects) ?? [] }

  func object(section: Int, row: Int) throws -> ManagedObject {
    try controller.object(at: IndexPath(row: row, section: section))
  }

  /// The title of the section that contains an object; null if there are no sections.
  func title(of object: ManagedObject) throws -> Cell {
    try title?.cell(of: object) ?? .null
  }
}
