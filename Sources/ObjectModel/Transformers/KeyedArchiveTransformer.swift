import Foundation

/// Stores property-list values as Foundation's keyed archives, the form of transformable attributes
/// without a transformer name.
///
/// Values are strings, numbers, `Bool`, `Decimal`, `Date`, `Data`, `UUID`, `URL`, and arrays and
/// string-keyed dictionaries of those. Sets can be read, as `Set<AnyHashable>`, but not written.
/// Archives with objects of other classes cannot be read; their bytes are kept unchanged in the
/// store.
public final class KeyedArchiveTransformer: ValueTransformer, @unchecked Sendable {
  // Sound: it has no state.

  package static let shared = KeyedArchiveTransformer()

  /// - Throws: code 134061 for a value of another type, and for containers nested too deep.
  public override func transformedValue(_ value: Any?) throws -> Any? {
    guard let value else { return nil }
    let builder = KeyedArchiveBuilder()
    let root = try Self.add(value, to: builder, depth: 0)
    return try BinaryPropertyListWriter.write(builder.archive(root: root))
  }

  /// - Throws: code 134061 for bytes that are not such an archive.
  public override func reverseTransformedValue(_ value: Any?) throws -> Any? {
    guard let data = value as? Data else { return nil }
    do {
      var reader = ArchivedObjectReader(
        archive: try KeyedArchive(BinaryPropertyListReader.read(data)))
      return try reader.root()
    } catch let error as ObjectGraphError where error.code == .persistentStoreIncompatibleSchema {
      // The reader's own error would report a damaged model.
      throw ObjectGraphError(
        .invalidArgument, "the data is not a keyed archive, or is damaged",
        repair: "name the transformer in the model that wrote it", underlyingErrors: [error])
    }
  }

  private static func add(
    _ value: Any, to builder: KeyedArchiveBuilder, depth: Int
  ) throws -> PropertyList {
    guard depth < ArchivedObjectReader.maximumDepth else {
      throw refusal("containers nested more than \(depth) deep")
    }
    // Containers first, because an attribute value can be a list, but not a list of containers.
    if let dictionary = value as? [String: Any] {
      let entries = try dictionary.sorted { VersionHashText.areInOrder($0.key, $1.key) }
        .map { (key: $0.key, value: try add($0.value, to: builder, depth: depth + 1)) }
      return builder.add(dictionary: entries)
    }
    if let array = value as? [Any] {
      return builder.add(array: try array.map { try add($0, to: builder, depth: depth + 1) })
    }
    switch AttributeValue(value) {
    case nil, .null, .list, .objectID: throw refusal("a value of type \(type(of: value))")
    case let scalar?: return try ArchivedValue.add(scalar, to: builder)
    }
  }

  private static func refusal(_ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "a keyed archive cannot hold \(what)",
      repair:
        "use strings, numbers, dates, data, UUIDs, URLs, and arrays and dictionaries of them, "
        + "or name a transformer of your own in the model")
  }
}
