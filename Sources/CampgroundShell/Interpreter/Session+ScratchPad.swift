import Campground
import ObjectGraph

/// The context that commands work in, and how a scratch pad ends.
extension Session {
  /// What commands read from and write to.
  var context: ManagedObjectContext { pad?.managedObjectContext ?? stack.mainContext }

  /// How far commands save.
  var reach: SaveReach { pad == nil ? .store : .context }

  /// Whether there is work that leaving would lose.
  package var hasUnsavedWork: Bool { pad?.hasUnsavedWork ?? false }

  /// Closes the scratch pad, if one is open, and drops what it changed.
  ///
  /// - Returns: how much was dropped; nil when there was nothing to drop.
  @discardableResult
  package func dropScratchPad() -> UnsavedWork? {
    guard let pad else { return nil }
    let work = pad.hasUnsavedWork ? pad.unsavedWork : nil
    self.pad = nil
    chosenCampground = campgroundBeforePad
    return work
  }

  func openScratchPad() {
    campgroundBeforePad = chosenCampground
    pad = ScratchPad(on: stack, clock: clock)
  }

  /// Saves the scratch pad and closes it; on an error it stays open.
  func saveScratchPad(_ pad: ScratchPad, _ choice: ScratchPad.Choice?) throws -> SavedWork {
    // One that was added in the pad gets another ID with the save.
    let chosen = chosenCampground.map { pad.managedObjectContext.object(with: $0) }
    pad.author = author
    pad.campgroundID = campgroundBeforePad
    let saved = try pad.save(choice)
    chosenCampground = chosen?.objectID
    self.pad = nil
    return saved
  }

  /// Goes back to the former campground where the chosen one was added in the pad and taken back.
  func leaveUndoneCampground() {
    guard let chosen = chosenCampground, chosen.isTemporaryID else { return }
    let campground = context.registeredObject(for: chosen)
    if campground == nil || campground?.isDeleted == true { chosenCampground = campgroundBeforePad }
  }
}
