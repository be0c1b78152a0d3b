import ObjectModel

/// An application's settings of a context.
extension ManagedObjectContext {
  /// A name for debugging.
  public var name: String? {
    get { settings.name }
    set { settings.name = newValue }
  }

  /// The author of the context's changes, such as a user's name, for observers of its saves.
  ///
  /// The stores keep no history of changes, and do not record it.
  public var transactionAuthor: String? {
    get { settings.transactionAuthor }
    set { settings.transactionAuthor = newValue }
  }

  /// Custom values that the application keeps with the context.
  public var userInfo: [String: Any] {
    get { settings.userInfo }
    set { settings.userInfo = newValue }
  }

  /// How a save resolves conflicts with changes made by others. The default is `MergePolicy.error`.
  ///
  /// In a chain of contexts, the policy of the context whose `save()` or `saveThrough()` was called
  /// applies. A save into a parent context has no conflicts: the child's changes win.
  public var mergePolicy: MergePolicy {
    get { settings.mergePolicy }
    set { settings.mergePolicy = newValue }
  }

  /// Whether deletions propagate to related objects at the end of the event, or only with the save.
  /// The default is true.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { settings.propagatesDeletesAtEndOfEvent }
    set { settings.propagatesDeletesAtEndOfEvent = newValue }
  }

  /// Whether reading a property of an object whose row is gone marks the object as deleted. The
  /// default is true.
  ///
  /// In either case, the property reads as empty, and the error is recorded in `errors` and thrown
  /// by the next save. If true, the object's `isDeleted` is true from then on, and the next
  /// `didChangeObjectsNotification` lists it as deleted; a save has nothing to delete. If false,
  /// the object stays a fault. In both cases, its row is looked up again after a refresh. Throwing
  /// methods, such as `value(forKey:)` and `existingObject(with:)`, throw code 133000 and mark
  /// nothing.
  public var shouldDeleteInaccessibleFaults: Bool {
    get { settings.shouldDeleteInaccessibleFaults }
    set { settings.shouldDeleteInaccessibleFaults = newValue }
  }

  /// Errors of property accesses, which cannot throw; the next `save()` throws them.
  public var errors: [ObjectGraphError] { tracker.conditions.errors }
}
