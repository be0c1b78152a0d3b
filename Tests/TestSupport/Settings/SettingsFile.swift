import Foundation
import Synchronization

/// Settings in a property list, written whole with each change.
public final class SettingsFile: Settings {
  private let url: URL
  private let values: Mutex<[String: SettingValue]>

  /// Reads the file at a URL; one that is not there yet is empty.
  ///
  /// - Throws: when the file is there and cannot be read, or is no property list of plain values.
  public init(_ url: URL) throws {
    self.url = url
    guard FileManager.default.fileExists(atPath: url.path) else {
      values = Mutex([:])
      return
    }
    let data = try Data(contentsOf: url)
    values = Mutex(try PropertyListDecoder().decode([String: SettingValue].self, from: data))
  }

  public func value(forKey key: String) -> SettingValue? {
    values.withLock { $0[key] }
  }

  public func set(_ value: SettingValue?, forKey key: String) throws {
    try values.withLock { values in
      var changed = values
      changed[key] = value
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .xml
      try encoder.encode(changed).write(to: url, options: .atomic)
      values = changed
    }
  }
}
