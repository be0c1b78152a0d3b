import Foundation

/// The small things that an application remembers between two launches.
///
/// A service takes its settings as a parameter, so that a test can hand it others:
///
///     let settings = RecordingSettings(["lastReader": "Ann"])
///     let service = ReadingService(managedObjectContext: context, settings: settings)
public protocol Settings: AnyObject, Sendable {
  /// The value under a key, or nil.
  func value(forKey key: String) -> SettingValue?

  /// Puts a value under a key, or takes it away when the value is nil.
  ///
  /// - Throws: when the value cannot be kept; what was there is still there.
  func set(_ value: SettingValue?, forKey key: String) throws
}

extension Settings {
  /// The text under a key, or nil where there is none, or something else.
  public func string(forKey key: String) -> String? {
    if case .string(let value) = value(forKey: key) { value } else { nil }
  }

  /// The number under a key, or 0 where there is none, or something else.
  public func integer(forKey key: String) -> Int {
    switch value(forKey: key) {
    case .integer(let value): value
    case .double(let value): Int(exactly: value.rounded()) ?? 0
    default: 0
    }
  }

  /// The number under a key, or 0 where there is none, or something else.
  public func double(forKey key: String) -> Double {
    switch value(forKey: key) {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: 0
    }
  }

  /// The truth value under a key, or false where there is none, or something else.
  public func bool(forKey key: String) -> Bool {
    if case .bool(let value) = value(forKey: key) { value } else { false }
  }

  /// The date under a key, or nil where there is none, or something else.
  public func date(forKey key: String) -> Date? {
    if case .date(let value) = value(forKey: key) { value } else { nil }
  }
}
