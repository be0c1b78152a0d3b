/// Reports changes and the deletion of one object in its context.
///
///     observer = ManagedObjectObserver(object: mood) { [unowned self] change in
///       switch change {
///       case .update: updateViews()
///       case .delete: close()
///       }
///     }
///
/// It retains the object, and observes it as long as the observer exists. The handler is called on
/// the context's queue at the end of an event, before a save.
public final class ManagedObjectObserver {
  /// The kind of change.
  public enum ChangeType: Sendable, Hashable {
    /// The object was deleted, or became unusable because its context was reset or its store
    /// removed.
    case delete
    /// A property of the object was changed, or its values were read again.
    case update
  }

  private let observation: ContextObservation

  /// Observes an object; nil if it belongs to no context.
  public init?(object: ManagedObject, changeHandler: @escaping (ChangeType) -> Void) {
    guard let context = object.managedObjectContext else { return nil }
    observation = context.addObjectsDidChangeNotificationObserver { change in
      guard let type = Self.changeType(of: object, in: change) else { return }
      changeHandler(type)
    }
  }

  private static func changeType(
    of object: ManagedObject, in change: ObjectsDidChangeNotification
  ) -> ChangeType? {
    if change.invalidatedAllObjects || change.invalidatedObjects.contains(object)
      || change.deletedObjects.contains(object)
    {
      return .delete
    }
    let isUpdated =
      change.updatedObjects.contains(object) || change.refreshedObjects.contains(object)
    return isUpdated ? .update : nil
  }
}
