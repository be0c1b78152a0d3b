import Foundation
import ObjectGraph

/// What a backup says about itself, in the metadata of its file.
public struct BackupMark: Sendable, Hashable {
  /// Why a backup was made.
  public enum Occasion: String, Sendable, Hashable {
    /// Somebody asked for it.
    case asked = "backup"
    /// A restore was about to replace what it keeps.
    case restore
  }

  /// When it was made.
  public let madeAt: Date

  /// Why it was made.
  public let occasion: Occasion

  /// What is in it; nil where a damaged store could not be counted.
  public let contents: StoreContents?

  static let key = "CampgroundBackup"

  init(madeAt: Date, _ occasion: Occasion, _ contents: StoreContents?) {
    (self.madeAt, self.occasion, self.contents) = (madeAt, occasion, contents)
  }

  /// - Returns: nil for a store that is no backup.
  init?(metadata: [String: any Sendable]) {
    guard let entry = metadata[Self.key] as? [String: any Sendable],
      let madeAt = entry["madeAt"] as? Date,
      let occasion = (entry["occasion"] as? String).flatMap(Occasion.init(rawValue:))
    else { return nil }
    self.init(
      madeAt: madeAt, occasion,
      (entry["contents"] as? [String: any Sendable]).map(StoreContents.init(stored:)))
  }

  /// The entry of the metadata.
  var entry: [String: any Sendable] {
    var values: [String: any Sendable] = ["madeAt": madeAt, "occasion": occasion.rawValue]
    values["contents"] = contents?.stored
    return [Self.key: values]
  }
}
