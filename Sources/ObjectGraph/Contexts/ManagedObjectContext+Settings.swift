import ObjectModel

/// What an application sets in a context.
extension ManagedObjectContext {
  /// A name for debugging.
  public var name: String? {
    get { settings.name }
    set { settings.name = newValue }
  }

  /// Who makes the changes of the context, such as a clerk's name, for observers of its saves.
  ///
  /// The stores keep no history of changes, and do not write it.
  public var transactionAuthor: String? {
    get { settings.transactionAuthor }
    set { settings.transactionAuthor = newValue }
  }

  /// Anything that the application wants to keep with the context.
  public var userInfo: [String: Any] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  /// What a save does about conflicts with what others wrote. The default is `MergePolicy.error`.
  ///
  /// In a chain of contexts that of the context whose `save()` or `saveThrough()` was called rules.
  /// A save into a parent context runs into no conflicts: there the child's changes have their way.
  public var mergePolicy: MergePolicy {
    get { settings.mergePolicy }
    set { settings.mergePolicy = newValue }
  }

  /// Whether deletions reach related objects at the end of the event, or only with the save. The
  /// default is true.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { settings.propagatesDeletesAtEndOfEvent }
    set { settings.propagatesDeletesAtEndOfEvent = newValue }
  }

  /// Whether reading a property of an object whose row is gone marks the object as deleted. The
  /// default is true.
  ///
  /// Either way the property reads as empty, and the error is kept in `errors` and thrown by the
  /// next save. With true the object's `isDeleted` is true from then on, and the next
  /// `didChangeObjectsNotification` names it among the deleted; a save has nothing to delete. With
  /// false it stays a fault. In both cases it is asked for again after a refresh. What can throw,
  /// such as `value(forKey:)` and `existingObject(with:)`, throws code 133000 and marks nothing.
  public var shouldDeleteInaccessibleFaults: Bool {
    get { settings.shouldDeleteInaccessibleFaults }
    set { settings.shouldDeleteInaccessibleFaults = newValue }
  }

  /// Errors of properties, which cannot throw; the next `save()` throws them.
  public var errors: [ObjectGraphError] { tracker.conditions.errors }
}
