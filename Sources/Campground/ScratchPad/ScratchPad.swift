import ObjectGraph

/// Work that is seen as a whole before it is saved as a whole: a child of a stack's main context,
/// with steps that can be undone.
///
/// Services work in it with `savingTo: .context`. Nothing of it is in the store, or seen by others,
/// before `save(_:)`; a pad that is let go has changed nothing.
///
///     let pad = ScratchPad(on: stack)
///     let sites = CampSiteService(
///       managedObjectContext: pad.managedObjectContext, storeStack: stack, savingTo: .context)
///     try pad.perform("add a site") { try sites.addCampSite(15, electricity: true, water: true) }
///     try pad.save()
@MainActor
public final class ScratchPad {
  /// The context that the work is done in.
  public let managedObjectContext: ManagedObjectContext

  /// The stack that the work is saved to.
  public let storeStack: StoreStack

  /// Tells on what day rules change, with the save of the pad.
  let clock: any CampgroundClock

  /// The campground at which things are changed that belong to none by themselves; nil for the
  /// store's first.
  public var campgroundID: ManagedObjectID?

  /// Who is told in the audit to have changed what is saved.
  public var author = Author()

  private let undoManager = UndoManager()

  /// The conflicts that saves told.
  var toldConflicts: [EditConflict]?

  /// The currency of each campground when the pad last looked.
  var currencies: [ManagedObjectID: Currency] = [:]

  /// Opens an empty pad.
  public init(on stack: StoreStack, clock: any CampgroundClock = SystemClock()) {
    storeStack = stack
    self.clock = clock
    managedObjectContext = stack.mainContext.makeChild()
    managedObjectContext.name = "scratch pad"
    managedObjectContext.undoManager = undoManager
    // A pad on a store that cannot be read has nothing to compare with; its commands say so.
    try? lookAtCurrencies()
  }

  /// Whether there is anything to save.
  ///
  /// What was changed and is as before again, such as by a save that failed, is nothing.
  public var hasUnsavedWork: Bool {
    let context = managedObjectContext
    return context.hasChanges
      && (!context.insertedObjects.isEmpty || !context.deletedObjects.isEmpty
        || context.updatedObjects.contains(where: \.hasPersistentChangedValues))
  }

  /// How much there is to save.
  public var unsavedWork: UnsavedWork { UnsavedWork(in: managedObjectContext) }

  /// Lets clean objects be read again, after somebody else wrote to the store; what was
  /// changed here keeps its values.
  public func refresh() {
    // What cannot be read now is looked at before the pad is saved.
    try? lookAtCurrencies()
    managedObjectContext.refreshCleanObjects()
    // Otherwise the undo manager would take what was refreshed for something to undo.
    managedObjectContext.processPendingChanges()
  }

  // MARK: Steps

  /// Runs what is undone at once. What changes nothing leaves nothing to undo.
  @discardableResult
  public func perform<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    undoManager.beginUndoGrouping()
    defer {
      undoManager.setActionName(name)
      undoManager.endUndoGrouping()
    }
    return try body()
  }

  /// Takes back the last step.
  ///
  /// - Returns: its name, or nil when there was nothing to undo.
  /// - Throws: when a part of it could not be taken back.
  @discardableResult
  public func undo() throws -> String? {
    guard undoManager.canUndo else { return nil }
    let name = undoManager.undoActionName
    try takingStep { undoManager.undo() }
    return name
  }

  /// Does again what was taken back last.
  ///
  /// - Returns: its name, or nil when there was nothing to redo.
  /// - Throws: when a part of it could not be done again.
  @discardableResult
  public func redo() throws -> String? {
    guard undoManager.canRedo else { return nil }
    let name = undoManager.redoActionName
    try takingStep { undoManager.redo() }
    return name
  }

  private func takingStep(_ body: () -> Void) throws {
    let known = undoManager.errors.count
    body()
    // What is clean again may have been changed by somebody else while it was not.
    refresh()
    if let error = undoManager.errors.dropFirst(known).first { throw error }
  }

  /// Runs what is no step and cannot be undone.
  func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
    managedObjectContext.processPendingChanges()
    undoManager.disableUndoRegistration()
    defer {
      managedObjectContext.processPendingChanges()
      undoManager.enableUndoRegistration()
    }
    return try body()
  }
}
