import Foundation
import ObjectGraph

/// A scratch pad that was saved, so that its commands are never saved again.
public final class SavedPad: ManagedObject {
  /// Tells it from all others.
  @Managed("identifier") public var identifier: UUID?

  /// The instant of the save.
  @Managed("savedAt") public var savedAt: Date
}
