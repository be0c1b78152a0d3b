import Foundation

/// Default values and bounds in the archived form of Foundation's classes.
enum ArchivedValue {
  /// Adds a value to the archive.
  ///
  /// - Throws: code 134020 for lists and object IDs, which cannot be default values.
  static func add(_ value: AttributeValue, to builder: KeyedArchiveBuilder) throws -> PropertyList {
    switch value {
    case .null: return KeyedArchiveBuilder.null
    case .integer(let value): return builder.add(scalar: .integer(value))
    case .boolean(let value): return builder.add(scalar: .boolean(value))
    case .double(let value): return builder.add(scalar: .real(value))
    case .string(let value): return builder.add(value)
    case .data(let value): return builder.add(scalar: .data(value))
    case .date(let value):
      let seconds = value.timeIntervalSinceReferenceDate
      return builder.add(["NS.time": .real(seconds)], of: "NSDate")
    case .uuid(let value):
      let bytes = withUnsafeBytes(of: value.uuid) { Data($0) }
      return builder.add(["NS.uuidbytes": .data(bytes)], of: "NSUUID")
    case .uri(let value):
      let text = builder.add(value.absoluteString)
      return builder.add(["NS.base": KeyedArchiveBuilder.null, "NS.relative": text], of: "NSURL")
    case .decimal(let value):
      return builder.add(ArchivedDecimal.fields(of: value), of: "NSDecimalNumber")
    case .objectID, .list:
      throw ObjectGraphError(
        .persistentStoreIncompatibleSchema,
        "a default value or a bound cannot be a list or an object", repair: "fix the model",
        value: value)
    }
  }

  /// Reads a value for the attribute's type; nil if there is none or it does not fit.
  static func read(
    _ reference: PropertyList?, as type: AttributeType, in archive: KeyedArchive
  ) throws -> AttributeValue? {
    guard let plain = try read(reference, in: archive) else { return nil }
    if case .integer(let value) = plain, type == .boolean { return .boolean(value != 0) }
    return plain.converted(to: type) ?? plain
  }

  private static func read(
    _ reference: PropertyList?, in archive: KeyedArchive
  ) throws -> AttributeValue? {
    switch try archive.resolve(reference) {
    case .integer(let value): return .integer(value)
    case .boolean(let value): return .boolean(value)
    case .real(let value): return .double(value)
    case .string(let value): return .string(value)
    case .data(let value): return .data(value)
    case .date(let value): return .date(value)
    case .dictionary(let fields):
      if let seconds = fields["NS.time"] {
        guard case .real(let seconds) = seconds, seconds.isFinite else { return nil }
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
      }
      if case .data(let bytes)? = try archive.resolve(fields["NS.data"]) { return .data(bytes) }
      if case .data(let bytes)? = fields["NS.uuidbytes"], bytes.count == 16 {
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        return .uuid(UUID(uuid: uuid))
      }
      if let text = try archive.string(fields["NS.relative"]) {
        let base = try archive.object(fields["NS.base"])?.string("NS.relative")
        return URL(string: text, relativeTo: base.flatMap { URL(string: $0) })
          .map { .uri($0.absoluteURL) }
      }
      if fields["NS.mantissa"] != nil {
        return try ArchivedDecimal.decimal(from: fields, in: archive).map { .decimal($0) }
      }
      return try archive.string(reference).map { .string($0) }
    default: return nil
    }
  }
}
