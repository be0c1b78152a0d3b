import Foundation
import ObjectModel

/// Reading and writing values of any type: for snapshots, predicates and key-value coding, where
/// convenience matters more than speed.
extension Row {
  /// The value of a stored property. For a to-one relationship, it is the primary key as an
  /// integer, because only the caller knows the store; for external data, it is the name of the
  /// file.
  package func value(of property: PropertyLayout) -> AttributeValue {
    guard property.kind != .toMany, !isNull(property.index) else { return .null }
    let slot = property.slot
    switch property.kind {
    case .integer16, .integer32, .integer64, .orderKey, .toOne: return .integer(integer(slot: slot))
    case .boolean: return .boolean(integer(slot: slot) != 0)
    case .double, .float: return .double(double(slot: slot))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: double(slot: slot)))
    case .decimal:
      return Decimal(string: string(slot: slot), locale: Self.posix).map { .decimal($0) } ?? .null
    case .string: return .string(string(slot: slot))
    case .data: return .data(withBytes(slot: slot) { Data($0) })
    case .externalData: return .data(withBytes(slot: slot) { ExternalData($0).content })
    case .uuid: return .uuid(uuid(slot: slot))
    case .uri: return URL(string: string(slot: slot)).map { .uri($0) } ?? .null
    case .toMany: return .null
    }
  }

  /// The integer value of a property, or the key of a to-one relationship's destination; nil for
  /// none.
  func integer(of property: PropertyLayout) -> Int64? {
    isNull(property.index) ? nil : integer(slot: property.slot)
  }

  /// The row's order key; the least integer if it has none.
  package func place(by orderKey: PropertyLayout) -> Int64 { integer(of: orderKey) ?? .min }

  package func uuid(slot: Int) -> UUID {
    withBytes(slot: slot) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  package static let posix = Locale(identifier: "en_US_POSIX")

  /// Sets a value of the property's own type.
  ///
  /// - Returns: false if there is no room for its bytes.
  package func set(_ value: AttributeValue, for property: PropertyLayout) -> Bool {
    let (index, slot) = (property.index, property.slot)
    switch value {
    case .null: setNull(index)
    case .integer(let number): set(index, slot: slot, integer: number)
    case .boolean(let flag): set(index, slot: slot, integer: flag ? 1 : 0)
    case .double(let number): set(index, slot: slot, double: number)
    case .date(let date): set(index, slot: slot, double: date.timeIntervalSinceReferenceDate)
    case .objectID(let id): set(index, slot: slot, integer: id.reference)
    case .data(let data) where property.kind == .externalData:
      return ExternalData.inline(data).withUnsafeBytes { set(index, slot: slot, bytes: $0) }
    case .decimal, .string, .data, .uuid, .uri:
      return value.withStoredBytes { set(index, slot: slot, bytes: $0) }
    case .list: return false
    }
    return true
  }

  /// A row with an entity's default values.
  static func template(entityNumber: Int, properties: [PropertyLayout], slotCount: Int) -> Row {
    let room = properties.reduce(0) { sum, property in
      // One more byte, for the mark of data that may be stored externally.
      sum + property.defaultValue.withStoredBytes { $0.count + 1 }
    }
    let row = Row.make(
      key: 0, version: 0, entityNumber: entityNumber, propertyCount: properties.count,
      slotCount: slotCount, byteCapacity: room)
    for property in properties where property.attribute != nil {
      _ = row.set(property.defaultValue, for: property)
    }
    return row
  }

  /// Whether both rows hold the same value of a property.
  package func hasSameValue(as other: Row, of property: PropertyLayout) -> Bool {
    let (left, right) = (isNull(property.index), other.isNull(property.index))
    if left || right { return left == right }
    let slot = property.slot
    if property.kind.isBytes {
      return withBytes(slot: slot) { mine in
        other.withBytes(slot: slot) { theirs in mine.elementsEqual(theirs) }
      }
    }
    if integer(slot: slot) != other.integer(slot: slot) { return false }
    return !property.hasEntitySlot || integer(slot: slot + 1) == other.integer(slot: slot + 1)
  }

  /// A copy with the attributes derived from the row itself.
  ///
  /// - Returns: the copy, and the indexes of the properties whose values differ.
  package func derivingOwnValues(
    _ layout: EntityLayout, at date: Date
  ) -> (row: Row, changed: [Int]) {
    var result = copy(extraBytes: 48)
    var changed: [Int] = []
    for property in layout.ownDerived {
      guard let derivation = property.derivation else { continue }
      let source = derivation.source.flatMap { layout.property($0.name) }
      let values =
        derivation.form == .now ? [.date(date)] : source.map { [self.value(of: $0)] } ?? []
      let value = derivation.value(of: values) ?? .null
      result = result.setting(value, for: property, layout: layout)
      if !result.hasSameValue(as: self, of: property) { changed.append(property.index) }
    }
    return (result, changed)
  }
}

extension AttributeValue {
  /// Calls the body with the bytes stored for a value of a byte kind; empty for others.
  package func withStoredBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .string(var text):
      return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .decimal(let number):
      var text = NSDecimalNumber(decimal: number).description(withLocale: Row.posix)
      return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .uri(let url):
      var text = url.absoluteString
      return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .data(let data):
      return data.withUnsafeBytes { body($0) }
    case .uuid(let uuid):
      return withUnsafeBytes(of: uuid.uuid) { body($0) }
    default:
      return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
