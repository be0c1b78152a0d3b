import Foundation
import ObjectModel
import ObjectStore
import Synchronization

/// An object of an entity: values, relationships and membership in a context.
///
/// An object must stay on its context's queue; it is not `Sendable`, so pass its ID instead. It
/// takes one allocation of about ten words in addition to its row.
open class ManagedObject {
  // Dynamic exclusivity checks are disabled for these properties, which every access to a managed
  // property uses: an object stays on one queue, and no accessor calls other code while it modifies
  // one.

  /// The entity; changes only when an object that was created without a context enters one.
  @exclusivity(unchecked) @usableFromInline package final var binding: EntityBinding

  /// Not retained: the registry clears it when the object leaves or the context is deallocated, so
  /// that a stray object reads as a fault. Unmanaged rather than `unowned(unsafe)`, which retains
  /// and releases on every read.
  @exclusivity(unchecked) final var registry: Unmanaged<ObjectRegistry>?

  /// Z_PK combined with the number of the store, or a negative number before the first save.
  @exclusivity(unchecked) package final var key: Int64

  /// The values; nil for a fault whose row has not been read.
  @exclusivity(unchecked) package final var row: Row? {
    didSet { noteRewritten() }
  }

  /// The values as the store has them, if `row` is the object's own changed copy.
  @exclusivity(unchecked) final var snapshot: Row?

  /// A bit for each changed property; properties from the 64th on share the last bit.
  @exclusivity(unchecked) final var changedMask: UInt64 = 0

  /// The bits of `changedMask` whose properties were written once and are known to differ from the
  /// store's value, so that a save need not compare them.
  @exclusivity(unchecked) final var differingMask: UInt64 = 0

  /// The to-many relationships that have been accessed, by their index among the entity's.
  @exclusivity(unchecked) final var toManys: [ToManyState?]?

  /// The object's index in the context's list of changes, while it is listed.
  @exclusivity(unchecked) final var changeIndex: Int32 = -1

  @exclusivity(unchecked) final private(set) var state: ObjectState

  /// Creates an object from a seed of the engine; subclasses inherit this initializer.
  public required init(_ seed: ManagedObjectSeed) {
    binding = seed.binding
    key = seed.key
    row = seed.row
    state = seed.state
    if ManagedPropertyProbe.underWay.load(ordering: .relaxed) != 0 {
      ManagedPropertyProbe.noteObject(of: type(of: self))
    }
  }

  deinit {
    registry?._withUnsafeGuaranteedRef {
      $0.objectGoes(key: key, root: layout.rootNumber, toManys: &toManys)
    }
  }

  // MARK: Life cycle, for subclasses

  /// Called once, after the object was inserted into a context; its defaults can be read.
  open func awakeFromInsert() {}

  /// Called after a fault was fulfilled; changes made here do not mark the object as changed.
  open func awakeFromFetch() {}

  /// Called after undoing, redoing, `rollback()`, refreshing or a merge policy gave the object
  /// values; an object whose insertion was undone may have left its context.
  ///
  /// Override it to update what was computed from the values. Changes made here are tracked.
  open func awake(fromSnapshotEvents flags: SnapshotEventType) {}

  /// Called before each save for inserted, updated and deleted objects, repeatedly until no object
  /// changes any more.
  open func willSave() {}

  /// Called after a save for each saved object.
  open func didSave() {}

  /// Called by `delete(_:)`, before the deletion is propagated to other objects.
  open func prepareForDeletion() {}

  /// Called before the object discards its values and becomes a fault.
  open func willTurnIntoFault() {}

  /// Called after the object has discarded its values and become a fault.
  open func didTurnIntoFault() {}

  // MARK: Validation, for subclasses

  /// The class's own validators of properties; overriding properties add to super's.
  ///
  /// Read once per model, when the model is first used.
  open class var valueValidators: [ValueValidator] { [] }

  /// Validates a new object; overriding methods call super and pass on its error, joined with their
  /// own in `ValidationErrors`.
  open func validateForInsert() throws { try validateValues() }

  /// Validates a changed object; overriding methods call super and pass on its error, joined with
  /// their own in `ValidationErrors`.
  open func validateForUpdate() throws { try validateValues() }

  /// Validates the object's deletion; overriding methods call super and pass on its error.
  open func validateForDelete() throws { try validateDeletion() }
}

/// An object must stay on its context's queue.
@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject {
  /// Makes a transition of the object's state.
  @inline(__always)
  final func become(_ transition: ObjectState.Transition) { state.make(transition) }

  /// Begins the object's life again.
  final func begin(as state: ObjectState) { self.state = state }

  /// The object's entity.
  public var entity: EntityDescription { binding.layout.entity }

  /// The object's ID: temporary until it is saved.
  ///
  /// A temporary ID never changes and never equals the permanent one, but still finds the object
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

  /// Whether the object was inserted and has not been saved. This and the following flags are false
  /// if the object's context is gone or was reset, since nothing remains to be saved. A new object
  /// that is deleted leaves its context at once, and keeps its flags.
  public var isInserted: Bool { state.isInserted }

  /// Whether the object has unsaved changes; false for a new or deleted object.
  public var isUpdated: Bool {
    state.isChanged && !state.isInserted && !state.isDeleted
  }

  /// Whether the object was deleted; true from `delete(_:)` until after the save's `didSave()`.
  public var isDeleted: Bool { state.isDeleted }

  /// Whether the object was deleted, or has left its context.
  final var isGone: Bool { state.isDeleted || contextReference == nil }

  /// Whether the object's values have not been read.
  public var isFault: Bool { contextReference == nil || state.isFault }

  /// 0 if the object's values can be read directly; otherwise, for a fault, for an object without a
  /// context, and while `awakeFromFetch()` runs and changes are not tracked, another value.
  ///
  /// It reads nothing. In `willTurnIntoFault()`, the values are still available, and it is 0.
  public var faultingState: UInt {
    if isFault { return 1 }
    return state.isAwaking ? 2 : 0
  }

  /// Whether the object is new, deleted or changed since it was fetched or saved.
  public var hasChanges: Bool { state.isChanged }

  /// Whether saving the object would write to the store.
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
