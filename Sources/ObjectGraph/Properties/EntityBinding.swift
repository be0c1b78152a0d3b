import ObjectModel
import ObjectStore

/// The position of a declared property: its index in the entity and its slot in the row.
@frozen
public struct PropertySlot: Sendable {
  @usableFromInline package let index: Int32
  @usableFromInline package let slot: Int32

  @usableFromInline
  package init(index: Int, slot: Int) {
    self.index = Int32(truncatingIfNeeded: index)
    self.slot = Int32(truncatingIfNeeded: slot)
  }

  init(_ property: PropertyLayout) { self.init(index: property.index, slot: property.slot) }

  /// The slot of a property that the entity lacks, or whose type does not match its attribute.
  @usableFromInline static let unbound = PropertySlot(index: -1, slot: -1)

  @inlinable var isBound: Bool { index >= 0 }
}

/// An entity combined with the class of its objects: maps each `@Managed` property to its slot.
///
/// A property wrapper stores its name only as the address of a literal. The addresses of all
/// wrappers of a class are collected once, from an instance, in a small open-addressed table, so
/// that an access takes one multiplication and one comparison.
@usableFromInline
package final class EntityBinding: @unchecked Sendable {
  // Sound: everything is set in init and not changed afterwards.

  @usableFromInline
  struct Entry {
    @usableFromInline var address: UInt
    @usableFromInline var slot: PropertySlot
  }

  package let layout: EntityLayout
  let objectClass: ManagedObject.Type

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let mask: Int

  /// The class's validators, each with its property.
  let validators: [(property: PropertyLayout, validator: ValueValidator)]

  /// Mismatches between the class and the entity, for the context's errors.
  let problems: [ObjectGraphError]

  /// The store of objects that have left their context; nil for those in a context, which knows it.
  let store: StoreIdentity?

  /// The bindings of objects that have left their contexts, by the identity of their store.
  private let departed = Lock<[ObjectIdentifier: EntityBinding]>([:])

  /// Records the properties read from a prototype, whose binding knows no addresses; nil otherwise.
  let recorder: (any PropertyRecorder)?

  /// - Parameters:
  ///   - objectClass: nil for plain managed objects, whose class is not inspected.
  ///   - store: the store of objects that have left their context.
  init(
    layout: EntityLayout, objectClass: ManagedObject.Type?, recorder: (any PropertyRecorder)? = nil,
    store: StoreIdentity? = nil
  ) {
    self.layout = layout
    self.recorder = recorder
    self.store = store
    self.objectClass = objectClass ?? ManagedObject.self
    let wrappers = objectClass.map { ManagedPropertyProbe.properties(of: $0) } ?? []
    var capacity = 4
    while capacity < wrappers.count * 2 + 1 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(address: 0, slot: .unbound), count: capacity)
    var problems: [ObjectGraphError] = []
    for wrapper in wrappers {
      var slot = PropertySlot.unbound
      do {
        slot = try Self.slot(of: wrapper, in: layout, class: self.objectClass)
      } catch {
        problems.append(error)
      }
      var place = Self.hash(wrapper.address) & mask
      while entries[place].address != 0, entries[place].address != wrapper.address {
        place = (place + 1) & mask
      }
      entries[place] = Entry(address: wrapper.address, slot: slot)
    }
    var validators: [(property: PropertyLayout, validator: ValueValidator)] = []
    for validator in self.objectClass.valueValidators {
      if let property = layout.property(validator.key) {
        validators.append((property, validator))
      } else {
        problems.append(
          ObjectGraphError(
            .invalidArgument,
            "\(self.objectClass) validates \(validator.key), which the entity \(layout.name) lacks",
            repair: "correct the name in valueValidators", entityName: layout.name,
            key: validator.key))
      }
    }
    self.validators = validators
    self.problems = problems
  }

  deinit { entries.deallocate() }

  /// The binding of objects of the entity that have left their context, but not their store.
  func departed(to store: StoreIdentity) -> EntityBinding {
    departed.withLock { departed in
      let key = ObjectIdentifier(store)
      if let known = departed[key] { return known }
      let binding = EntityBinding(layout: layout, objectClass: objectClass, store: store)
      departed[key] = binding
      return binding
    }
  }

  /// The binding of objects that belong to no entity of a model.
  static let detached = EntityBinding(
    layout: EntityLayout.unattached(EntityDescription(name: "")), objectClass: nil)

  @inlinable
  static func hash(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9e37_79b9_7f4a_7c15) >> 40)
  }

  /// The slot of the property whose name is the literal at the address.
  @inlinable
  package func slot(at address: UnsafePointer<UInt8>) -> PropertySlot {
    let wanted = UInt(bitPattern: address)
    var place = Self.hash(wanted) & mask
    while true {
      let entry = entries[place]
      if entry.address == wanted { return entry.slot }
      if entry.address == 0 { return slotByName(address) }
      place = (place + 1) & mask
    }
  }

  /// The fallback for literals that the probe did not find: compares names. Also used for every
  /// property of a recording prototype.
  @usableFromInline
  func slotByName(_ address: UnsafePointer<UInt8>) -> PropertySlot {
    if let recorder { return recorder.slot(at: address) }
    return layout.property(String(cString: address)).map { PropertySlot($0) } ?? .unbound
  }

  private static func slot(
    of wrapper: ManagedProperty, in layout: EntityLayout, class objectClass: ManagedObject.Type
  ) throws(ObjectGraphError) -> PropertySlot {
    let name = wrapper.name
    if layout.property(name) == nil, let slot = layout.fetchedSlot(named: name),
      let fetched = layout.entity.fetchedPropertiesByName[name], wrapper.kind.accepts(fetched)
    {
      return slot
    }
    if let composite = layout.composite(name), wrapper.kind.accepts(composite.attribute) {
      return PropertySlot(composite)
    }
    guard let property = layout.property(name) ?? layout.composite(name)?.leaves.first else {
      throw ObjectGraphError(
        .invalidArgument, "\(objectClass) declares \(name), which the entity \(layout.name) lacks",
        repair: "add the property to the model, or correct its name in @Managed",
        entityName: layout.name, key: name)
    }
    let description: PropertyDescription? = property.attribute ?? property.relationship
    let isComposite = property.name != name
    guard let description, !isComposite, wrapper.kind.accepts(description) else {
      let type =
        isComposite
        ? "composite" : property.attribute.map { "of type \($0.attributeType)" } ?? "a relationship"
      throw ObjectGraphError(
        .invalidArgument,
        "\(objectClass).\(name) is declared as \(wrapper.kind), but the model's \(name) is \(type)",
        repair: "give the property the attribute's Swift type", entityName: layout.name, key: name)
    }
    return PropertySlot(property)
  }
}

extension ManagedObject {
  /// The slot of the property whose name is the literal at the address.
  ///
  /// The binding is not retained: the object keeps it alive, and the caller keeps the object alive.
  @inlinable @inline(__always)
  package final func slot(at address: UnsafePointer<UInt8>) -> PropertySlot {
    Unmanaged.passUnretained(binding)._withUnsafeGuaranteedRef { $0.slot(at: address) }
  }
}

/// Records the properties that are read from a prototype, and replaces its row.
protocol PropertyRecorder: AnyObject {
  /// Records the property whose name is the literal at an address.
  func slot(at address: UnsafePointer<UInt8>) -> PropertySlot

  /// The prototype that is the destination of a to-one relationship.
  func destination(at slot: PropertySlot) -> ManagedObject?

  /// The prototypes in a to-many relationship.
  func members(at slot: PropertySlot) -> [ManagedObject]
}
