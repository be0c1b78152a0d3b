/// The reason why an object's values were replaced.
public struct SnapshotEventType: OptionSet, Sendable {
  /// The bits of the reasons.
  public let rawValue: UInt

  /// Creates reasons from their bits; prefer the constants.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Its insertion was undone.
  public static let undoInsertion = SnapshotEventType(rawValue: 1 << 1)
  /// Its deletion was undone, or its insertion redone.
  public static let undoDeletion = SnapshotEventType(rawValue: 1 << 2)
  /// A change of its values was undone or redone.
  public static let undoUpdate = SnapshotEventType(rawValue: 1 << 3)
  /// Its context discarded all changes.
  public static let rollback = SnapshotEventType(rawValue: 1 << 4)
  /// It was read again, keeping its changes.
  public static let refresh = SnapshotEventType(rawValue: 1 << 5)
  /// A merge policy resolved a conflict about it during a save, and kept it. Changes made in
  /// `awake(fromSnapshotEvents:)` are then saved too. An object that became a fault, as under
  /// `rollback`, is not notified: `awakeFromFetch()` is called when it is next read.
  public static let mergePolicy = SnapshotEventType(rawValue: 1 << 6)
}
