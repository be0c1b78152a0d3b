import ObjectModel
import ObjectStore

/// Errors that name an object.
extension ManagedObject {
  /// An error about this object; otherwise like `ObjectGraphError`'s initializer.
  final func makeError(
    _ message: String, code: ObjectGraphError.Code = .invalidArgument, repair: String? = nil,
    key: String? = nil, value: AttributeValue? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      code, message, repair: repair, entityName: layout.name, objectID: objectID, key: key,
      value: value)
  }

  /// An error about a property of this object; the message continues after the property's name.
  final func makeError(
    about key: String, _ message: String, code: ObjectGraphError.Code = .invalidArgument,
    repair: String? = nil, value: AttributeValue? = nil
  ) -> ObjectGraphError {
    makeError(
      "\(layout.name).\(key) \(message)", code: code, repair: repair, key: key, value: value)
  }

  /// The error for an object without a context, or whose row is gone.
  final func inaccessible(_ key: String?) -> ObjectGraphError {
    makeError(
      "\(self) can no longer be read", code: .managedObjectReferentialIntegrity,
      repair: "it was deleted, or its context or store is gone", key: key)
  }

  /// The result of the body, or nil; an error is recorded in the context's `errors`.
  final func recording<Value>(_ body: () throws -> Value?) -> Value? {
    do {
      return try body()
    } catch {
      contextReference?.record(error as? ObjectGraphError ?? makeError("\(error)", code: .coreData))
      return nil
    }
  }
}

extension ObjectGraphError {
  /// Converts any error, using the given code unless it is an `ObjectGraphError`.
  init(_ error: any Error, otherwise code: Code) {
    self = error as? ObjectGraphError ?? ObjectGraphError(code, "\(error)")
  }
}
