import ObjectModel

/// A group of properties of an entity whose combined values are unique; nil never conflicts.
package struct UniquenessConstraint: Sendable {
  /// The entity that declares it; it applies to its rows and those of its subentities.
  package let layout: EntityLayout
  package let properties: [PropertyLayout]

  /// All constraints of a model, in the order of the entities' numbers.
  package static func all(in model: ModelLayout) -> [UniquenessConstraint] {
    model.entities.flatMap { layout in
      layout.entity.uniquenessConstraints.map { keys in
        UniquenessConstraint(layout: layout, properties: keys.compactMap { layout.property($0) })
      }
    }
  }
}

/// The values of a uniqueness constraint in one row, with SQLite's notion of equality: strings by
/// their bytes, and both zeros equal.
package struct UniqueValues: Hashable {
  private var bytes: [UInt8] = []

  /// Nil if one of the values is nil, which never conflicts.
  package init?(_ row: Row, _ properties: [PropertyLayout]) {
    for property in properties {
      guard !row.isNull(property.index) else { return nil }
      switch property.kind {
      case .decimal, .string, .data, .uuid, .uri:
        row.withBytes(slot: property.slot) { value in
          append(UInt64(value.count))
          bytes += value
        }
      case .double, .float, .date:
        let number = row.double(slot: property.slot)
        append(number == 0 ? 0 : number.bitPattern)
      default:
        append(UInt64(bitPattern: row.integer(slot: property.slot)))
      }
    }
  }

  private mutating func append(_ word: UInt64) { withUnsafeBytes(of: word) { bytes += $0 } }
}
