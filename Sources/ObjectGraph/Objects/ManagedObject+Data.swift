import Foundation
import ObjectModel
import ObjectStore

/// Values that differ from those in the row: transformed ones, and data in external files.
extension ManagedObject {
  /// The data of a property, read from its file if there is one; an error is recorded in the
  /// context's `errors`, and nil is returned.
  final func data(at slot: PropertySlot) -> Data? {
    guard let row = readableRow(slot) else { return nil }
    let property = layout.properties[Int(slot.index)]
    return recording { try data(of: property, in: row) }
  }

  final func set(data: Data, at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    let isExternal = layout.properties[Int(slot.index)].kind == .externalData
    (isExternal ? ExternalData.inline(data) : data).withUnsafeBytes { set(bytes: $0, at: slot) }
  }

  /// The value that the property's transformer creates from its data; an error is recorded in the
  /// context's `errors`, and nil is returned.
  final func transformedValue(at slot: PropertySlot) -> Any? {
    guard let row = readableRow(slot) else { return nil }
    let property = layout.properties[Int(slot.index)]
    return recording { try anyValue(of: property, in: row) }
  }

  /// Sets a property to the data that its transformer creates from a value; an error changes
  /// nothing and is recorded in the context's `errors`.
  final func set(transformed value: Any, at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    let property = layout.properties[Int(slot.index)]
    if property.isUntyped { return set(data: keep(untyped: value), at: slot) }
    if let data = recording({ try data(of: value, for: property) }) { set(data: data, at: slot) }
  }

  /// The value of an attribute in the form that key-value coding returns.
  ///
  /// - Throws: code 134070 if the data's file is missing, 134061 if the data cannot be converted to
  ///   a value.
  final func anyValue(of property: PropertyLayout, in row: Row) throws -> Any? {
    guard property.kind == .externalData || property.transformer != nil else {
      return property.isUntyped
        ? untypedValue(of: property, in: row) : row.value(of: property).anyValue
    }
    guard !row.isNull(property.index) else { return nil }
    let data = try data(of: property, in: row)
    guard let transformer = property.transformer else { return data }
    let problem: any Error
    do {
      if let value = try transformer.reverseTransformedValue(data) { return value }
      problem = noValue(property, "its transformer returns no value")
    } catch {
      problem = error
    }
    throw noValue(property, "its \(data.count) bytes cannot be converted to a value", problem)
  }

  /// The data that a transformable property stores for a value.
  ///
  /// - Throws: code 134061 with the transformer's error.
  final func data(of value: Any, for property: PropertyLayout) throws -> Data {
    guard let transformer = property.transformer else {
      throw noValue(property, "it has no transformer")
    }
    do {
      return try transformer.data(of: value)
    } catch {
      throw noValue(property, "\(type(of: value)) cannot be stored there", error)
    }
  }

  private func data(of property: PropertyLayout, in row: Row) throws -> Data {
    guard property.kind == .externalData else {
      return row.withBytes(slot: property.slot) { Data($0) }
    }
    let (content, name) = row.withBytes(slot: property.slot) { bytes in
      let data = ExternalData(bytes)
      return (data.content, data.fileName)
    }
    guard let name else { return content }
    guard let context = contextReference else { throw noValue(property, "its context is gone") }
    do {
      return try context.coordinator.externalData(named: name)
    } catch var error as ObjectGraphError {
      error.entityName = layout.name
      error.objectID = objectID
      error.key = property.name
      throw error
    }
  }

  private func noValue(
    _ property: PropertyLayout, _ what: String, _ cause: (any Error)? = nil
  ) -> ObjectGraphError {
    let known = cause as? ObjectGraphError
    let reason = known?.message ?? cause.map { "\($0)" }
    return makeError(
      "\(layout.name).\(property.name): \(what)\(reason.map { ": \($0)" } ?? "")",
      repair: known?.repair, key: property.name)
  }
}
