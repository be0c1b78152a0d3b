import Foundation
import ObjectGraph

/// A stored value as an event image has it.
enum ImageValue: Hashable {
  case null
  case integer(Int64)
  case boolean(Bool)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case object(RowName)
  case composite([String: ImageValue])

  /// The value of an attribute or of a to-one relationship, as key-value coding gives it; nil for
  /// any other.
  init?(_ value: Any?) {
    switch value {
    case nil: self = .null
    case let object as ManagedObject: self = .object(RowName(object))
    case let elements as [String: Any]:
      self = .composite(elements.compactMapValues { ImageValue($0) }.filter { $0.value != .null })
    default:
      switch AttributeValue(value) {
      case .null: self = .null
      case .integer(let number): self = .integer(number)
      case .boolean(let flag): self = .boolean(flag)
      case .double(let number): self = .double(number)
      case .decimal(let number): self = .decimal(number)
      case .string(let text): self = .string(text)
      case .date(let date): self = .date(date)
      case .data(let data): self = .data(data)
      case .uuid, .uri, .objectID, .list, nil: return nil
      }
    }
  }

  /// The value for key-value coding.
  ///
  /// - Parameter object: finds the object of a row.
  func anyValue(_ object: (RowName) throws -> ManagedObject) rethrows -> Any? {
    switch self {
    case .null: nil
    case .integer(let number): number
    case .boolean(let flag): flag
    case .double(let number): number
    case .decimal(let number): number
    case .string(let text): text
    case .date(let date): date
    case .data(let data): data
    case .object(let name): try object(name)
    case .composite(let elements): try elements.compactMapValues { try $0.anyValue(object) }
    }
  }
}

/// The entity and the primary key of a stored object, which also name it once it is deleted.
struct RowName: Hashable, Codable {
  let entity: String
  let row: Int64

  init(_ entity: String, _ row: Int64) { (self.entity, self.row) = (entity, row) }

  init(_ object: ManagedObject) {
    self.init(object.objectID.entity.name ?? "", object.objectID.reference)
  }
}

extension ImageValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case null, integer, boolean, double, decimal, string, date, data, object, composite
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch values.allKeys.first {
    case .integer: self = .integer(try values.decode(Int64.self, forKey: .integer))
    case .boolean: self = .boolean(try values.decode(Bool.self, forKey: .boolean))
    case .double: self = .double(try values.decode(Double.self, forKey: .double))
    case .decimal: self = .decimal(try values.decode(Decimal.self, forKey: .decimal))
    case .string: self = .string(try values.decode(String.self, forKey: .string))
    case .date: self = .date(try values.decode(Date.self, forKey: .date))
    case .data: self = .data(try values.decode(Data.self, forKey: .data))
    case .object: self = .object(try values.decode(RowName.self, forKey: .object))
    case .composite:
      self = .composite(try values.decode([String: ImageValue].self, forKey: .composite))
    case .null, nil: self = .null
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: try values.encode(true, forKey: .null)
    case .integer(let number): try values.encode(number, forKey: .integer)
    case .boolean(let flag): try values.encode(flag, forKey: .boolean)
    case .double(let number): try values.encode(number, forKey: .double)
    case .decimal(let number): try values.encode(number, forKey: .decimal)
    case .string(let text): try values.encode(text, forKey: .string)
    case .date(let date): try values.encode(date, forKey: .date)
    case .data(let data): try values.encode(data, forKey: .data)
    case .object(let name): try values.encode(name, forKey: .object)
    case .composite(let elements): try values.encode(elements, forKey: .composite)
    }
  }
}

extension EventImage {
  /// The object's name.
  var rowName: RowName { RowName(entityName, primaryKey) }

  /// The values before, by key.
  ///
  /// - Throws: for a damaged store.
  func valuesBefore() throws -> [String: ImageValue] { try Self.values(of: before) }

  /// The values after, by key.
  ///
  /// - Throws: for a damaged store.
  func valuesAfter() throws -> [String: ImageValue] { try Self.values(of: after) }

  private static func values(of data: Data?) throws -> [String: ImageValue] {
    try data.map { try PropertyListDecoder().decode([String: ImageValue].self, from: $0) } ?? [:]
  }

  static func data(of values: [String: ImageValue]) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(values)
  }
}
