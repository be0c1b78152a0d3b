import ObjectGraph

/// One page of a list that may be longer than anybody reads.
public struct Page<Row> {
  /// The rows of the page.
  public let rows: [Row]

  /// The number of rows before them.
  public let offset: Int

  /// The number of rows in the whole list.
  public let total: Int

  /// The number of rows after them.
  public var remaining: Int { max(0, total - offset - rows.count) }
}

extension Page {
  /// One page of a list that is at hand as a whole.
  ///
  /// - Parameter limit: the most rows of the page, or 0 for all.
  init(of list: [Row], limit: Int, offset: Int) {
    let rest = list.dropFirst(offset)
    self.init(
      rows: Array(limit == 0 ? rest : rest.prefix(limit)), offset: offset, total: list.count)
  }
}

extension ManagedObjectContext {
  /// Fetches one page of the results of a request; the total is only counted where it is not known.
  ///
  /// - Parameters:
  ///   - counted: an equivalent predicate that is faster to count by; nil for none.
  ///   - uncounted: matches the few of them that do not belong to the list; nil for none.
  ///   - limit: the most rows to return, or 0 for all.
  func page<Object: ManagedObject>(
    of request: FetchRequest<Object>, counting counted: FetchPredicate? = nil,
    leavingOut uncounted: FetchPredicate? = nil, limit: Int, offset: Int
  ) throws -> Page<Object> {
    request.fetchLimit = limit
    request.fetchOffset = offset
    let rows = try fetch(request)
    let isLast = (limit == 0 || rows.count < limit) && (offset == 0 || !rows.isEmpty)
    guard !isLast else { return Page(rows: rows, offset: offset, total: offset + rows.count) }
    request.fetchLimit = 0
    request.fetchOffset = 0
    if let counted { request.predicate = counted }
    let all = try count(for: request)
    guard let uncounted else { return Page(rows: rows, offset: offset, total: all) }
    request.predicate = uncounted
    return Page(rows: rows, offset: offset, total: try all - count(for: request))
  }
}
