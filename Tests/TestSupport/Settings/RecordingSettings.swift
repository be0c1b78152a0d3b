import Synchronization

/// Settings in memory that write down what was asked of them.
public final class RecordingSettings: Settings {
  /// One thing that was asked.
  public enum Call: Sendable, Hashable {
    case read(String)
    case wrote(String, SettingValue?)
  }

  private struct State {
    var values: [String: SettingValue]
    var calls: [Call] = []
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  /// Makes settings that hold some values already.
  public init(_ values: [String: SettingValue] = [:]) {
    state = Mutex(State(values: values))
  }

  /// What was asked, in order.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// What was written, in order.
  public var writes: [Call] {
    calls.filter { if case .wrote = $0 { true } else { false } }
  }

  /// Lets the next writes fail, or succeed again.
  public func failWrites(with error: (any Error)?) {
    state.withLock { $0.failure = error }
  }

  public func value(forKey key: String) -> SettingValue? {
    state.withLock { state in
      state.calls.append(.read(key))
      return state.values[key]
    }
  }

  public func set(_ value: SettingValue?, forKey key: String) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.calls.append(.wrote(key, value))
      state.values[key] = value
    }
  }
}
