import ObjectModel
import ObjectStore

/// Fetches whose results are no objects.
extension ManagedObjectContext {
  /// The results of a request for IDs, dictionaries or a count, whose result type was checked.
  func values<Result>(of request: FetchRequest<Result>) throws -> [Result] {
    let results: [any Sendable]
    switch request.resultType {
    case .managedObjectIDResultType:
      let objects = try objects(
        for: try plan(for: request), withPendingChanges: request.includesPendingChanges)
      results = objects.map(\.objectID)
    case .countResultType:
      results = [try count(for: try plan(for: request), request.includesPendingChanges)]
    case .managedObjectResultType, .dictionaryResultType:
      results = []
    }
    return results.compactMap { $0 as? Result }
  }
}

extension FetchRequest {
  /// - Throws: code 134061 when the results cannot have the form that the request asks for.
  func checkResultType() throws {
    guard resultType != ResultType.fetchRequestResultType else { return }
    let type =
      switch resultType {
      case .managedObjectResultType: "ManagedObject"
      case .managedObjectIDResultType: "ManagedObjectID"
      case .dictionaryResultType: "[String: any Sendable]"
      case .countResultType: "Int"
      }
    throw ObjectGraphError(
      .invalidArgument,
      "a FetchRequest<\(ResultType.self)> cannot have the result type \(resultType)",
      repair: "make it a FetchRequest<\(type)>, or leave its resultType alone",
      entityName: entityName)
  }
}
