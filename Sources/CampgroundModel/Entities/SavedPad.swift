import Foundation
import ObjectGraph

/// A scratch pad that has been saved, recorded so that its commands are never saved twice.
public final class SavedPad: ManagedObject {
  /// The identifier of the scratch pad.
  @Managed("identifier") public var identifier: UUID?

  /// The instant of the save.
  @Managed("savedAt") public var savedAt: Date
}
