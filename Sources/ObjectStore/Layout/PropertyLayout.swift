import ObjectModel

/// How a property's value is stored in a row's slot.
@frozen
package enum SlotKind: UInt8, Sendable {
  case integer16
  case integer32
  case integer64
  /// The place among the members of an ordered relationship, less than
  /// `OrderKey.firstUnsettled` in a file.
  case orderKey
  case boolean
  case double
  case float
  /// Seconds since 2001-01-01 as a double.
  case date
  /// The exact decimal as text in the trailing bytes.
  case decimal
  case string
  case data
  /// Data that may be stored externally, in the form of `ExternalData`.
  case externalData
  /// 16 bytes in the trailing bytes.
  case uuid
  /// The absolute URL as text in the trailing bytes.
  case uri
  /// The destination's primary key, with its entity number in the next slot if it can vary.
  case toOne
  /// No slot: destinations are not part of a row.
  case toMany

  init(_ property: PropertyDescription) {
    let attribute = property as? AttributeDescription
    self =
      switch attribute?.attributeType {
      case _ where attribute?.allowsExternalBinaryDataStorage == true: .externalData
      case .integer16: .integer16
      case .integer32: .integer32
      case .integer64: .integer64
      case .boolean: .boolean
      case .double: .double
      case .float: .float
      case .date: .date
      case .decimal: .decimal
      case .string: .string
      case .uuid: .uuid
      case .uri: .uri
      case nil: (property as? RelationshipDescription)?.isToMany == true ? .toMany : .toOne
      default: .data
      }
  }

  /// The greatest number that fits the slot; nil if it does not hold an integer.
  var greatestInteger: Int64? {
    switch self {
    case .integer16: Int64(Int16.max)
    case .integer32: Int64(Int32.max)
    case .integer64: .max
    default: nil
    }
  }

  /// Whether the slot is an (offset, length) pair into the trailing bytes.
  @inlinable package var isBytes: Bool {
    switch self {
    case .decimal, .string, .data, .externalData, .uuid, .uri: true
    default: false
    }
  }
}

/// A property of an entity, as used by rows, stores and managed objects.
package final class PropertyLayout: Sendable {
  /// The property's name; for an element of a composite attribute, its path, such as
  /// `address.city`.
  package let name: String

  /// The property's index in the entity, the same in all subentities.
  package let index: Int

  /// The number of the entity that declares the property.
  package let declaringNumber: Int

  package let kind: SlotKind

  /// The 8-byte slot in the row; -1 for a to-many relationship.
  package let slot: Int

  package let attribute: AttributeDescription?
  package let relationship: RelationshipDescription?

  /// For a relationship: its delete rule; nil otherwise.
  package let deleteRule: DeleteRule?

  /// Whether the property exists only in memory; a relationship shares this with its inverse.
  package let isTransient: Bool
  package let isOptional: Bool

  /// Whether the attribute can have a value of any type, of which the row stores only a number.
  package let isUntyped: Bool

  /// The attribute's default value.
  package let defaultValue: AttributeValue

  /// For a relationship: the number of the declared destination entity; 0 otherwise.
  package let destinationNumber: Int

  /// For a to-one relationship: whether the slot after `slot` holds the destination's own entity
  /// number, because the declared destination has subentities.
  package let hasEntitySlot: Bool

  /// For a to-many relationship: its index in the object's list of to-many states; -1 otherwise.
  package let toManyIndex: Int

  /// The name of the composite attribute of which the property is an element, or nil.
  package let compositeName: String?

  /// The transformer of a transformable attribute; nil for others.
  package let transformer: ValueTransformer?

  /// Whether the store assigns the attribute's value when the row is inserted.
  package let isSequence: Bool

  /// For a to-one relationship whose inverse is ordered: the index of the property that holds the
  /// object's order key in that inverse; -1 otherwise.
  package let orderKeyIndex: Int

  /// Whether this is not a property of the model, but the order key of a to-one relationship in its
  /// ordered inverse: see `OrderKey`.
  package var isOrderKey: Bool { description == nil }

  /// The derivation of a derived attribute; nil for others.
  package let derivation: Derivation?

  /// The validation rules for the attribute's values; nil if there are none.
  package let rules: AttributeRules?

  /// The property's description in the model; nil for an order key.
  package var description: PropertyDescription? { attribute ?? relationship }

  package var isRelationship: Bool { relationship != nil }

  package var isToMany: Bool { kind == .toMany }

  /// Whether the property is stored in a column of its entity's table.
  package var isStored: Bool { kind != .toMany && !isTransient }

  /// - Parameters:
  ///   - description: the property in the model; nil for an order key.
  ///   - composite: the composite attribute of which the property is an element, or nil.
  init(
    _ description: PropertyDescription?, named name: String,
    composite: CompositeAttributeDescription? = nil, index: Int, declaringNumber: Int,
    kind: SlotKind, slot: Int, toManyIndex: Int = -1, hasEntitySlot: Bool = false,
    orderKeyIndex: Int = -1
  ) {
    description?.index.store(index, ordering: .relaxed)
    self.name = name
    self.index = index
    self.declaringNumber = declaringNumber
    self.kind = kind
    self.slot = slot
    self.toManyIndex = toManyIndex
    self.hasEntitySlot = hasEntitySlot
    self.orderKeyIndex = orderKeyIndex
    compositeName = composite?.name
    attribute = description as? AttributeDescription
    relationship = description as? RelationshipDescription
    destinationNumber = relationship?.destinationEntity?.number ?? 0
    deleteRule = relationship?.deleteRule
    isTransient =
      relationship?.isEffectivelyTransient ?? composite?.isTransient ?? description?.isTransient
      ?? false
    // All transformers of a model in use are known.
    transformer = attribute.flatMap {
      $0.attributeType == .transformable ? try? ValueTransformer.transformer(of: $0) : nil
    }
    isUntyped = attribute?.attributeType == .undefined
    // Whether an element may be nil depends on the others, so the composite is validated as a
    // whole.
    isOptional = composite != nil || description?.isOptional ?? true
    // A value that does not fit would be misinterpreted in the row.
    defaultValue = attribute.flatMap { $0.defaultValue.kept(as: $0.attributeType) } ?? .null
    isSequence = attribute?.isSequence ?? false
    // The expressions of a model in use have been checked.
    derivation = try? (attribute as? DerivedAttributeDescription)?.derivation()
    rules = attribute.flatMap { AttributeRules($0) }
  }
}
