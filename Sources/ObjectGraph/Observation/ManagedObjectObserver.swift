/// Tells when one object is changed or deleted in its context.
///
///     observer = ManagedObjectObserver(object: mood) { [unowned self] change in
///       switch change {
///       case .update: updateViews()
///       case .delete: close()
///       }
///     }
///
/// It keeps the object, and watches for as long as it lives. The handler is called on the context's
/// queue at the end of an event, before a save.
public final class ManagedObjectObserver {
  /// What happened to the object.
  public enum ChangeType: Sendable, Hashable {
    /// It was deleted, or cannot be used any more because its context was
    /// reset or its store removed.
    case delete
    /// One of its properties was changed, or its values were read again.
    case update
  }

  private let observation: ContextObservation

  /// Watches an object; nil for one that belongs to no context.
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
