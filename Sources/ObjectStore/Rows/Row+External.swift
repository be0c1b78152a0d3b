import Foundation
import ObjectModel

extension Row {
  /// A copy in which the data of some properties is in files, without the memory for that data.
  ///
  /// - Parameter files: the names of the files, by property index.
  package func referring(to files: [Int: String], in layout: EntityLayout) -> Row {
    replacing(files.mapValues { ExternalData.reference(to: $0) }, in: layout)
  }

  /// A copy with different bytes for some properties, and without spare room.
  ///
  /// - Parameter replacements: the bytes, by property index.
  func replacing(_ replacements: [Int: Data], in layout: EntityLayout) -> Row {
    let stored = layout.properties.filter { $0.kind != .toMany && !isNull($0.index) }
    let room = stored.reduce(0) { sum, property in
      guard property.kind.isBytes else { return sum }
      return sum
        + (replacements[property.index]?.count ?? withBytes(slot: property.slot) { $0.count })
    }
    let copy = Row.make(
      key: key, version: version, entityNumber: entityNumber,
      propertyCount: layout.properties.count, slotCount: layout.slotCount, byteCapacity: room)
    for property in stored {
      if let bytes = replacements[property.index] {
        _ = bytes.withUnsafeBytes { copy.set(property.index, slot: property.slot, bytes: $0) }
      } else {
        _ = copy.take(property, from: self)
      }
    }
    return copy
  }

  /// The name of the file with a property's data, or nil if the data is inline.
  func externalFileName(of property: PropertyLayout) -> String? {
    guard !isNull(property.index) else { return nil }
    return withBytes(slot: property.slot) { ExternalData($0).fileName }
  }

  /// A property's inline data if it is too long to stay inline, or nil.
  func largeContent(of property: PropertyLayout) -> Data? {
    guard !isNull(property.index) else { return nil }
    return withBytes(slot: property.slot) { bytes in
      let data = ExternalData(bytes)
      return data.inlineCount > ExternalData.threshold ? data.content : nil
    }
  }

  /// Distinguishes rows that may be equal.
  package var identifier: ObjectIdentifier { ObjectIdentifier(storage) }
}
