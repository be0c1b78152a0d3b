import ObjectGraph

/// A part of a list that may be longer than anybody reads.
public struct Page<Row> {
  /// The rows of this part.
  public let rows: [Row]

  /// How many rows come before them.
  public let offset: Int

  /// How many rows the whole list has.
  public let total: Int

  /// How many rows come after them.
  public var remaining: Int { max(0, total - offset - rows.count) }
}

extension ManagedObjectContext {
  /// Fetches a part of what a request finds; the whole is counted only where that is not known.
  ///
  /// - Parameters:
  ///   - counted: asks for the same objects in words that are better to count by; nil for none.
  ///   - limit: the greatest number of rows, or 0 for all.
  func page<Object: ManagedObject>(
    of request: FetchRequest<Object>, counting counted: FetchPredicate? = nil, limit: Int,
    offset: Int
  ) throws -> Page<Object> {
    request.fetchLimit = limit
    request.fetchOffset = offset
    let rows = try fetch(request)
    let isLast = (limit == 0 || rows.count < limit) && (offset == 0 || !rows.isEmpty)
    guard !isLast else { return Page(rows: rows, offset: offset, total: offset + rows.count) }
    request.fetchLimit = 0
    request.fetchOffset = 0
    if let counted { request.predicate = counted }
    return Page(rows: rows, offset: offset, total: try count(for: request))
  }
}
