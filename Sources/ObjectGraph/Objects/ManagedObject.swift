import Foundation
import ObjectModel
import ObjectStore

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
  open func validateForInsert() throws { try validateByModel() }

  /// Checks a changed object; overriding methods call super and pass its error on, joined with
  /// their own by `ValidationErrors`.
  open func validateForUpdate() throws { try validateByModel() }

  /// Checks whether the object may be deleted; overriding methods call super and pass its error on.
  open func validateForDelete() throws { try validateDeletionByModel() }
}

/// An object stays on its context's queue.
@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject {
  /// The object's entity.
  public var entity: EntityDescription { binding.layout.entity }

  /// The object's ID: temporary until it is saved.
  ///
  /// A temporary ID never changes and never equals the permanent one, and goes on finding the object
  /// after the save, in every context of its stores.
  public var objectID: ManagedObjectID {
    let entity = binding.layout.identity
    guard key > 0 else {
      return contextReference?.id(key: key, entityNumber: layout.number)
        ?? ManagedObjectID(store: nil, entity: entity, reference: key)
    }
    return ManagedObjectID(
      store: contextReference?.storeIdentity(ofKey: key) ?? binding.store, entity: entity,
      reference: StoreIdentity.reference(ofKey: key))
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

  /// 0 when the object's values are there for whoever asks; another value for a fault, for an
  /// object without a context, and while `awakeFromFetch()` runs, when changes do not count.
  ///
  /// It reads nothing. In `willTurnIntoFault()` the values are still there, and it is 0.
  public var faultingState: UInt {
    if isFault { return 1 }
    return state.contains(.awaking) ? 2 : 0
  }

  /// Whether the object is new, deleted or changed since it was fetched or saved.
  public var hasChanges: Bool { state.contains(.changed) }

  /// Whether saving the object would write anything to the store.
  public var hasPersistentChangedValues: Bool {
    !changedStoredProperties().isEmpty
      || zip(layout.toManys, joinChanges()).contains { !$0.isTransient && !$1.isEmpty }
  }

  final var layout: EntityLayout { binding.layout }

  final var place: RowPlace { RowPlace(layout, key) }
}

extension ManagedObject: Hashable, ObjectIdentifiable {
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject: CustomStringConvertible {
  public var description: String {
    let fault = isFault ? ", fault" : ""
    return "<\(layout.name) \(objectID.uriRepresentation().absoluteString)\(fault)>"
  }
}
