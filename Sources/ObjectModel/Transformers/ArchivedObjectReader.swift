import Foundation

/// Reads plain values from a keyed archive, whatever wrote it.
struct ArchivedObjectReader {
  let archive: KeyedArchive

  /// The maximum nesting depth of containers; a container that contains itself has no end.
  static let maximumDepth = 64
  /// The maximum number of values, because an archive can refer to an object any number of times.
  private static let maximumCount = 1_000_000

  private(set) var count = 0

  /// - Throws: code 134061 for an object of an unknown class.
  mutating func root() throws -> Any {
    guard let value = try value(archive.root, depth: 0) else {
      throw Self.refusal("it is empty")
    }
    return value
  }

  private mutating func value(_ reference: PropertyList, depth: Int) throws -> Any? {
    count += 1
    guard depth < Self.maximumDepth, count <= Self.maximumCount else {
      throw Self.refusal("it is cyclic or too large")
    }
    guard let object = try archive.object(reference) else { return try scalar(reference) }
    if object.isKind(of: "NSDictionary") { return try dictionary(object, depth: depth) }
    if object.isKind(of: "NSArray") { return try elements(object, depth: depth) }
    if object.isKind(of: "NSSet") {
      let elements = try elements(object, depth: depth).map { $0 as? AnyHashable }
      guard !elements.contains(nil) else {
        throw Self.refusal("a set contains an unhashable value")
      }
      return Set(elements.compactMap { $0 })
    }
    guard object.classNames.contains(where: Self.plainClasses.contains) else {
      throw Self.refusal("\(object.classNames.first ?? "an object") is not a class of plain values")
    }
    return try scalar(reference)
  }

  private static let plainClasses: Set<String> = [
    "NSString", "NSData", "NSDate", "NSUUID", "NSURL", "NSNumber", "NSDecimalNumber",
  ]

  private func scalar(_ reference: PropertyList) throws -> Any? {
    guard try archive.resolve(reference) != nil else { return nil }
    guard let value = try ArchivedValue.read(reference, as: .undefined, in: archive) else {
      throw Self.refusal("a value cannot be read")
    }
    return value.anyValue
  }

  private mutating func elements(_ object: KeyedArchive.Object, depth: Int) throws -> [Any] {
    guard let references = object.fields["NS.objects"]?.elements else {
      throw Self.refusal("an array has no elements")
    }
    return try references.map { reference in
      guard let value = try value(reference, depth: depth + 1) else {
        throw Self.refusal("an element is missing")
      }
      return value
    }
  }

  private mutating func dictionary(
    _ object: KeyedArchive.Object, depth: Int
  ) throws -> [String: Any] {
    guard let keys = object.fields["NS.keys"]?.elements,
      let values = object.fields["NS.objects"]?.elements, keys.count == values.count
    else { throw Self.refusal("a dictionary has unequal numbers of keys and values") }
    var dictionary: [String: Any] = [:]
    for (key, reference) in zip(keys, values) {
      guard let key = try archive.string(key) else {
        throw Self.refusal("a dictionary has a key that is not a string")
      }
      dictionary[key] = try value(reference, depth: depth + 1)
    }
    return dictionary
  }

  private static func refusal(_ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "the archived value cannot be read: \(what)",
      repair: "in the model, name a transformer that can read it")
  }
}
