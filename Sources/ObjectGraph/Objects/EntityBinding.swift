import ObjectModel
import ObjectStore

/// Where a declared property lies: its index in the entity and its slot in the row.
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

  /// What a property gets that the entity lacks, or whose type does not fit its attribute.
  @usableFromInline static let unbound = PropertySlot(index: -1, slot: -1)

  @inlinable var isBound: Bool { index >= 0 }
}

/// An entity joined with the class of its objects: which slot each `@Managed` property reads.
///
/// A property wrapper knows its name only as the address of a literal. The addresses of all
/// wrappers of a class are gathered once from an instance, into a small open-addressed table, so
/// that an access costs one multiplication and one comparison.
@usableFromInline
package final class EntityBinding: @unchecked Sendable {
  // Sound: everything is set up in init and never changed afterwards.

  @usableFromInline
  struct Entry {
    @usableFromInline var address: UInt
    @usableFromInline var slot: PropertySlot
  }

  package let layout: EntityLayout
  let objectClass: ManagedObject.Type

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let mask: Int

  /// The checks of the class, each with its property.
  let validators: [BoundValidator]

  /// What is wrong between the class and the entity, for the context's errors.
  let problems: [ObjectGraphError]

  /// The store of objects that left their context; nil for those of a context, which knows.
  let store: StoreIdentity?

  /// The bindings of objects that left their contexts, by the identity of their store.
  private let departed = Lock<[ObjectIdentifier: EntityBinding]>([:])

  /// Notes what is read of a recording prototype, whose binding knows no address; nil for others.
  let recorder: (any PropertyRecorder)?

  /// - Parameters:
  ///   - objectClass: nil for plain managed objects, without a look at their properties.
  ///   - store: the store of objects that left their context.
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
      let address = UInt(bitPattern: wrapper.name)
      var place = Self.hash(address) & mask
      while entries[place].address != 0, entries[place].address != address {
        place = (place + 1) & mask
      }
      entries[place] = Entry(address: address, slot: slot)
    }
    var validators: [BoundValidator] = []
    for validator in self.objectClass.valueValidators {
      if let property = layout.property(validator.key) {
        validators.append(BoundValidator(property: property, validator: validator))
      } else {
        problems.append(Self.unknown(validator, in: layout, class: self.objectClass))
      }
    }
    self.validators = validators
    self.problems = problems
  }

  private static func unknown(
    _ validator: ValueValidator, in layout: EntityLayout, class objectClass: ManagedObject.Type
  ) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "\(objectClass) checks \(validator.key), which the entity \(layout.name) lacks",
      repair: "correct the name in valueValidators", entityName: layout.name, key: validator.key)
  }

  deinit { entries.deallocate() }

  /// The binding of objects of the entity that left their context but not their store.
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

  /// The slot of the property whose name is the literal at that address.
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

  /// The way for a literal that the probe did not see: it compares the names. It is the way of
  /// every property of a recording prototype too.
  @usableFromInline
  func slotByName(_ address: UnsafePointer<UInt8>) -> PropertySlot {
    if let recorder { return recorder.slot(at: address) }
    return layout.property(String(cString: address)).map { PropertySlot($0) } ?? .unbound
  }

  private static func slot(
    of wrapper: any ManagedProperty, in layout: EntityLayout, class objectClass: ManagedObject.Type
  ) throws(ObjectGraphError) -> PropertySlot {
    let name = String(cString: wrapper.name)
    if layout.property(name) == nil, let slot = layout.fetchedSlot(named: name),
      let fetched = layout.entity.fetchedPropertiesByName[name], wrapper.accepts(fetched)
    {
      return slot
    }
    if let composite = layout.composite(name), wrapper.accepts(composite.attribute) {
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
    guard let description, !isComposite, wrapper.accepts(description) else {
      let type =
        isComposite
        ? "composite" : property.attribute.map { "of type \($0.attributeType)" } ?? "a relationship"
      throw ObjectGraphError(
        .invalidArgument,
        "\(objectClass).\(name) is declared as \(wrapper.valueType), but the model's \(name) is \(type)",
        repair: "give the property the attribute's Swift type", entityName: layout.name, key: name)
    }
    return PropertySlot(property)
  }
}

extension ManagedObject {
  /// The slot of the property whose name is the literal at that address.
  ///
  /// The binding is not retained for it: the object keeps it, and its caller keeps the object.
  @inlinable @inline(__always)
  package final func slot(at address: UnsafePointer<UInt8>) -> PropertySlot {
    Unmanaged.passUnretained(binding)._withUnsafeGuaranteedRef { $0.slot(at: address) }
  }
}

/// Finds the `@Managed` properties of a class, inherited ones included.
enum ManagedPropertyProbe {
  static func properties(of objectClass: ManagedObject.Type) -> [any ManagedProperty] {
    let probe = objectClass.init(ManagedObjectSeed.detached)
    var found: [any ManagedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: probe)
    while let current = mirror {
      for child in current.children {
        if let property = child.value as? any ManagedProperty { found.append(property) }
      }
      mirror = current.superclassMirror
    }
    return found
  }
}

/// Notes which properties are read of a prototype, and answers in place of a row.
protocol PropertyRecorder: AnyObject {
  /// Notes the property whose name is the literal at an address.
  func slot(at address: UnsafePointer<UInt8>) -> PropertySlot

  /// The prototype that a to-one relationship leads to.
  func destination(at slot: PropertySlot) -> ManagedObject?

  /// The prototypes in a to-many relationship.
  func members(at slot: PropertySlot) -> [ManagedObject]
}

/// What the set-up asks of a `@Managed` property without knowing its type.
package protocol ManagedProperty {
  var name: UnsafePointer<UInt8> { get }
  var valueType: Any.Type { get }

  /// Whether the property's Swift type can hold that property of the model.
  func accepts(_ property: PropertyDescription) -> Bool
}
