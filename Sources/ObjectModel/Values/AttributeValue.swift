import Foundation

/// A value of an attribute, or a constant in a predicate, without `Any` and `Sendable`.
///
/// Rows store values in packed slots rather than in this type, which is used in predicates,
/// bindings, conflict snapshots and key-value coding.
public enum AttributeValue: Sendable, Hashable {
  case null
  /// Integer 16, 32 and 64.
  case integer(Int64)
  case boolean(Bool)
  /// Double and Float.
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case uri(URL)
  case objectID(ManagedObjectID)
  /// The right side of `IN` and `BETWEEN`.
  case list([AttributeValue])

  /// Whether the value is nil.
  public var isNull: Bool { if case .null = self { true } else { false } }

  var isList: Bool { if case .list = self { true } else { false } }
}

extension AttributeValue {
  /// Converts any Swift or Foundation value that can be used in a predicate or an attribute; nil if
  /// its type is none of those.
  ///
  /// The order of the checks matters: on Linux, a `Bool` does not bridge to a number, so each type
  /// is checked separately.
  public init?(_ any: Any?) {
    guard let any else {
      self = .null
      return
    }
    if let plain = Self.plain(any) {
      self = plain
      return
    }
    switch any {
    case let value as AttributeValue: self = value
    case let value as String: self = .string(value)
    case let value as Bool: self = .boolean(value)
    case let value as Int: self = .integer(Int64(value))
    // An NSNumber is one of these two, or not an integer.
    case let value as UInt64:
      guard let exact = Int64(exactly: value) else { return nil }
      self = .integer(exact)
    case let value as any BinaryInteger:
      guard let exact = Int64(exactly: value) else { return nil }
      self = .integer(exact)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as Decimal: self = .decimal(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as UUID: self = .uuid(value)
    case let value as URL: self = .uri(value)
    // Checked before class types, because casting a list to a class bridges the whole list.
    case let list as [Any]:
      guard let values = Self.elements(of: list) else { return nil }
      self = .list(values)
    case let value as ManagedObjectID: self = .objectID(value)
    case let value as any ObjectIdentifiable: self = .objectID(value.objectID)
    case let value as NSDecimalNumber: self = .decimal(value.decimalValue)
    case let value as NSNumber: self = .init(number: value)
    case let value as ClosedRange<Int>:
      self = .list([.integer(Int64(value.lowerBound)), .integer(Int64(value.upperBound))])
    case is NSNull: self = .null
    default:
      if let optional = any as? any OptionalValue {
        self.init(optional.erasedValue)
        return
      }
      guard let values = Self.elements(of: any) else { return nil }
      self = .list(values)
    }
  }

  /// Converts a value of one of the most common types, or an object's ID, by comparing its type: a
  /// failed cast costs as much as ten such comparisons.
  static func plain(_ any: Any) -> AttributeValue? {
    let type = Swift.type(of: any)
    if type == String.self { return (any as? String).map { .string($0) } }
    if type == Int.self { return (any as? Int).map { .integer(Int64($0)) } }
    if type == ManagedObjectID.self { return (any as? ManagedObjectID).map { .objectID($0) } }
    if type == Int64.self { return (any as? Int64).map { .integer($0) } }
    if type == Int32.self { return (any as? Int32).map { .integer(Int64($0)) } }
    if type == Int16.self { return (any as? Int16).map { .integer(Int64($0)) } }
    if type == Double.self { return (any as? Double).map { .double($0) } }
    if type == Bool.self { return (any as? Bool).map { .boolean($0) } }
    if type == Date.self { return (any as? Date).map { .date($0) } }
    if type is AnyClass { return (any as? any ObjectIdentifiable).map { .objectID($0.objectID) } }
    return nil
  }

  /// The value, with permanent IDs for objects that have been saved since it was created.
  var current: AttributeValue {
    switch self {
    case .objectID(let id): .objectID(id.current)
    case .list(let values) where values.contains(where: \.isUnsavedObject):
      .list(values.map(\.current))
    default: self
    }
  }

  /// Whether it is an object that had no permanent ID when the value was created.
  var isUnsavedObject: Bool { if case .objectID(let id) = self { id.isTemporaryID } else { false } }

  private init(number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .double(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }

  /// The elements of an array or a set, in the array's order, or nil if one of them cannot be
  /// converted.
  private static func elements(of any: Any) -> [AttributeValue]? {
    let elements: [Any]
    if let array = any as? [Any] {
      elements = array
    } else if let set = any as? Set<AnyHashable> {
      elements = set.map { $0.base }
    } else if let sequence = any as? any Collection {
      elements = sequence.map { $0 as Any }
    } else {
      return nil
    }
    let values = elements.compactMap { AttributeValue($0) }
    return values.count == elements.count ? values : nil
  }

  /// The value as key-value coding returns it: nil, `Int64`, `Bool`, `Double`, `Decimal`, `String`,
  /// `Date`, `Data`, `UUID`, `URL`, `ManagedObjectID` or an array of those.
  public var anyValue: Any? { sendableValue }

  /// `anyValue`, as a `Sendable` value.
  package var sendableValue: (any Sendable)? {
    switch self {
    case .null: nil
    case .integer(let value): value
    case .boolean(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .uuid(let value): value
    case .uri(let value): value
    case .objectID(let value): value
    case .list(let values): values.map(\.sendableValue)
    }
  }
}

/// An object whose ID can represent it in a predicate: a managed object.
public protocol ObjectIdentifiable {
  /// The identity of the object in its store, or its temporary one.
  var objectID: ManagedObjectID { get }
}

/// Lets code unwrap an `Optional` in an `Any` without knowing its type.
package protocol OptionalValue {
  var erasedValue: Any? { get }
}

extension Optional: OptionalValue {
  package var erasedValue: Any? { map { $0 as Any } }
}

/// Literals for models written in code: `default: 1`, `default: "open"`, `minimum: 0.5`.
///
/// Default values and bounds are converted to the attribute's type if it represents them exactly:
/// `1` becomes a decimal for a decimal attribute. Nil is `.null`.
extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  public init(floatLiteral value: Double) {
    self = .double(value)
  }

  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  public init(stringLiteral value: String) {
    self = .string(value)
  }
}
