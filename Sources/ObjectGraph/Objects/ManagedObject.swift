import Foundation
import ObjectModel
import ObjectStore

/// What an object is made from; only the engine makes one.
public struct ManagedObjectSeed {
  let binding: EntityBinding
  let key: Int64
  let row: Row?
  let state: ObjectState

  /// For an object of an entity that is in no context.
  static func unattached(entity: EntityDescription) -> ManagedObjectSeed {
    let binding = EntityBinding(layout: .unattached(entity), objectClass: nil)
    return ManagedObjectSeed(
      binding: binding, key: ManagedObjectID.nextTemporaryReference(),
      row: binding.layout.template.copy(extraBytes: 96), state: [.inserted, .ownsRow])
  }

  /// For an object that belongs to no entity and no context.
  static var detached: ManagedObjectSeed {
    ManagedObjectSeed(
      binding: .detached, key: ManagedObjectID.nextTemporaryReference(), row: nil, state: [])
  }
}

/// An object of an entity: values, relationships and a place in a context.
///
/// An object stays on its context's queue; it is not `Sendable`, and its ID is what crosses. It
/// costs one allocation of about ten words beside its row.
open class ManagedObject {
  // The run-time check of exclusive access is off for these words, which every read and write of a
  // property goes through: an object stays on one queue, and no accessor calls out while it changes
  // one of them.

  /// The entity; it changes only when an object that was made without a context enters one.
  @exclusivity(unchecked) @usableFromInline package final var binding: EntityBinding

  /// Not retained: the registry clears it when the object leaves or the context goes, so that a stray
  /// object reads as a fault.
  /// Unmanaged rather than `unowned(unsafe)`, whose every read counts a reference up and down.
  @exclusivity(unchecked) final var registry: Unmanaged<ObjectRegistry>?

  /// Z_PK with the number of the store above it, or a negative number before the first save.
  @exclusivity(unchecked) package final var key: Int64

  /// The values; nil for a fault whose row was not read yet.
  @exclusivity(unchecked) package final var row: Row?

  /// The values as the store has them, once `row` is the object's own changed copy.
  @exclusivity(unchecked) final var snapshot: Row?

  /// A bit for each changed property; properties from the 64th on share the last bit.
  @exclusivity(unchecked) final var changedMask: UInt64 = 0

  /// The bits of `changedMask` whose properties were written once and differ from the store's value
  /// for certain, so that a save need not compare.
  @exclusivity(unchecked) final var differingMask: UInt64 = 0

  /// The to-many relationships that were touched, by their index among the entity's.
  @exclusivity(unchecked) final var toManys: [ToManyState?]?

  /// The place in the context's list of changes while it is in there.
  @exclusivity(unchecked) final var changeIndex: Int32 = -1

  @exclusivity(unchecked) final var state: ObjectState

  /// Makes an object from the engine's seed; subclasses inherit it.
  public required init(_ seed: ManagedObjectSeed) {
    binding = seed.binding
    key = seed.key
    row = seed.row
    state = seed.state
  }

  deinit {
    registry?._withUnsafeGuaranteedRef {
      $0.objectGoes(key: key, root: layout.rootNumber, toManys: &toManys)
    }
  }

  // MARK: Life cycle, for subclasses

  /// Called once after the object was inserted into a context; defaults are readable.
  open func awakeFromInsert() {}

  /// Called after a fault was fulfilled; changes made here do not mark the object as changed.
  open func awakeFromFetch() {}

  /// Called after undoing, redoing, `rollback()` or refreshing gave the object values that it had
  /// before; an object whose insertion was undone may have left its context.
  ///
  /// It is the place to bring what was computed from the values up to date.
  /// Changes made here count.
  open func awake(fromSnapshotEvents flags: SnapshotEventType) {}

  /// Called before each save for inserted, updated and deleted objects, until nothing changes any
  /// more.
  open func willSave() {}

  /// Called after a save for each saved object.
  open func didSave() {}

  /// Called by `delete(_:)`, before the deletion reaches other objects.
  open func prepareForDeletion() {}

  /// Called before the object drops its values and becomes a fault.
  open func willTurnIntoFault() {}

  /// Called after the object dropped its values and became a fault.
  open func didTurnIntoFault() {}

  // MARK: Validation, for subclasses

  /// The class's own checks of properties, by their names; overriding properties add to super's.
  ///
  /// They are asked for once, when a model is taken into use.
  open class var valueValidators: [ValueValidator] { [] }

  /// Checks a new object; overriding methods call super and pass its error on, joined with their
  /// own by `ValidationErrors`.
  open func validateForInsert() throws {
    try ObjectValidator(object: self).validateValues()
  }

  /// Checks a changed object; overriding methods call super and pass its error on, joined with
  /// their own by `ValidationErrors`.
  open func validateForUpdate() throws {
    try ObjectValidator(object: self).validateValues()
  }

  /// Checks whether the object may be deleted; overriding methods call super and pass its error on.
  open func validateForDelete() throws {
    try ObjectValidator(object: self).validateDeletion()
  }
}

/// An object stays on its context's queue.
@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject {
  /// Inserts a new object of this class's entity into a context.
  ///
  /// Where the context's model has no entity of this class, the object belongs to no context and
  /// the error is kept in the context's `errors`.
  public convenience init(context: ManagedObjectContext) {
    guard let binding = context.binding(forClass: Self.self) else {
      self.init(.detached)
      return
    }
    self.init(context.seedForInsertion(binding))
    context.didInsert(self)
  }

  /// Makes an object of an entity; with a context it is inserted there.
  ///
  /// The class must be the entity's. Where it is not, or the context's model lacks the entity, the
  /// object belongs to no context and the error is kept in the context's `errors`;
  /// `EntityDescription.insertNewObject(forEntityName:into:)` finds the class by itself.
  public convenience init(
    entity: EntityDescription, insertInto context: ManagedObjectContext?
  ) {
    guard let context else {
      self.init(ManagedObjectSeed.unattached(entity: entity))
      return
    }
    guard let binding = context.binding(forInsertionOf: entity, as: Self.self) else {
      self.init(.detached)
      return
    }
    self.init(context.seedForInsertion(binding))
    context.didInsert(self)
  }

  package final var contextReference: ManagedObjectContext? {
    registry?._withUnsafeGuaranteedRef { $0.context }
  }

  /// Whether another object belongs to this one's context.
  final func sharesContext(with other: ManagedObject) -> Bool {
    guard let registry, let others = other.registry else { return false }
    return registry.toOpaque() == others.toOpaque()
  }

  /// The context that the object belongs to, or nil.
  public var managedObjectContext: ManagedObjectContext? { contextReference }

  /// The object's entity.
  public var entity: EntityDescription { binding.layout.entity }

  /// The object's ID: temporary until it is saved.
  public var objectID: ManagedObjectID {
    let entity = binding.layout.identity
    guard key > 0 else { return ManagedObjectID(store: nil, entity: entity, reference: key) }
    return ManagedObjectID(
      store: contextReference?.storeIdentity(ofKey: key) ?? binding.store, entity: entity,
      reference: StoreIdentity.reference(ofKey: key))
  }

  /// Forgets its registry, which has forgotten it; an object of a store keeps its ID.
  final func leaveRegistry() {
    if key > 0, let store = contextReference?.storeIdentity(ofKey: key) {
      binding = binding.departed(to: store)
    }
    registry = nil
  }

  /// Whether the object was inserted and not saved yet. This, and the flags below, are false of an
  /// object whose context is gone or was reset: there is nothing to save any more. A new object
  /// that was deleted leaves its context at once, and keeps them.
  public var isInserted: Bool { state.contains(.inserted) }

  /// Whether the object has changes that are not saved yet; false for a new or deleted one.
  public var isUpdated: Bool {
    state.contains(.changed) && !state.contains(.inserted) && !state.contains(.deleted)
  }

  /// Whether the object was deleted; true from `delete(_:)` to the save, whose
  /// `didSave()` still sees it.
  public var isDeleted: Bool { state.contains(.deleted) }

  /// Whether the object was deleted, or has left its context.
  final var isGone: Bool { state.contains(.deleted) || contextReference == nil }

  /// Whether the object's values have not been read.
  public var isFault: Bool { contextReference == nil || state.contains(.fault) }

  /// Whether the object is new, deleted or changed since it was fetched or saved.
  public var hasChanges: Bool { state.contains(.changed) }

  /// Whether saving the object would write anything to the store.
  public var hasPersistentChangedValues: Bool {
    !changedStoredProperties().isEmpty || joinChanges().contains { !$0.isEmpty }
  }

  final var layout: EntityLayout { binding.layout }
}

extension ManagedObject: Hashable, ObjectIdentifiable {
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension ManagedObject: CustomStringConvertible {
  public var description: String {
    let fault = isFault ? ", fault" : ""
    return "<\(layout.name) \(objectID.uriRepresentation().absoluteString)\(fault)>"
  }
}

/// What is true of an object at the moment.
struct ObjectState: OptionSet, Sendable {
  let rawValue: UInt16

  /// The values have not been asked for since they were last read.
  static let fault = ObjectState(rawValue: 1 << 0)
  static let inserted = ObjectState(rawValue: 1 << 1)
  static let deleted = ObjectState(rawValue: 1 << 2)
  /// In the context's list of changes.
  static let changed = ObjectState(rawValue: 1 << 3)
  /// `row` is the object's own and may be written.
  static let ownsRow = ObjectState(rawValue: 1 << 4)
  /// In the list of what happened since the last `processPendingChanges`.
  static let pending = ObjectState(rawValue: 1 << 5)
  /// In `awakeFromFetch`: writes do not count as changes.
  static let awaking = ObjectState(rawValue: 1 << 6)
  /// Its deletion has reached its relationships.
  static let propagated = ObjectState(rawValue: 1 << 7)
  /// It was inserted within the current event.
  static let newInEvent = ObjectState(rawValue: 1 << 8)
  /// A child context may know it by its temporary reference.
  static let knownToChildren = ObjectState(rawValue: 1 << 10)
  /// Its row is part of the save that is going on.
  static let inSave = ObjectState(rawValue: 1 << 11)
  /// The save that is going on has taken it as it is.
  static let planned = ObjectState(rawValue: 1 << 15)
  /// Its row was found to be gone.
  static let vanished = ObjectState(rawValue: 1 << 9)
  /// `row` may hold values that were written without a mark in the mask of changes.
  static let wroteUntracked = ObjectState(rawValue: 1 << 12)
  /// It is deleted here, and its row is gone from the store already.
  static let settledDeletion = ObjectState(rawValue: 1 << 14)
  /// In `prepareForDeletion`.
  static let preparingDeletion = ObjectState(rawValue: 1 << 13)

  /// What makes an object one that has something to save.
  static let unsaved: ObjectState = [
    .inserted, .deleted, .changed, .pending, .propagated, .newInEvent, .settledDeletion,
  ]
}
