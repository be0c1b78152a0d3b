import Foundation
import Synchronization

/// The base class of entity and property descriptions.
///
/// A description can be changed until a coordinator is created with its model; afterwards, changes
/// are rejected and reported to standard error.
public class ModelDescription: @unchecked Sendable {
  // Sound: all state of this class and its subclasses is behind `facts`, which the compiler cannot
  // verify.
  final let facts = Freezable(())

  init() {}

  /// Application-defined text by key.
  @Fact public var userInfo: [String: String] = [:]

  /// Text included in the version hash, to mark a change that the hash does not cover.
  @Fact public var versionHashModifier: String? = nil

  /// The name that the entity or property had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { formerName ?? ownName }
    set { formerName = newValue }
  }

  @Fact private var formerName: String? = nil

  /// The name of the entity or property.
  var ownName: String? { nil }

  /// A phrase for the description, for messages.
  var subject: String { "description" }

  final func read<Result>(_ body: () -> Result) -> Result { facts.read { _ in body() } }

  /// Changes the description, or reports that its model is in use.
  ///
  /// - Returns: whether it was changed.
  @discardableResult
  final func change(_ body: () -> Void) -> Bool {
    let isChanged = facts.change { _ in body() }
    if !isChanged { ModelReport.refusedChange(of: subject) }
    return isChanged
  }
}

extension ModelDescription {
  /// A fact of a description: read without a lock once its model is in use, and behind one before.
  ///
  /// It wraps properties of descriptions and cannot be used elsewhere.
  @propertyWrapper
  public struct Fact<Value: Sendable> {
    private var value: Value

    /// Creates a fact with its initial value.
    public init(wrappedValue: Value) {
      value = wrappedValue
    }

    /// Unavailable: a fact is read through its description.
    @available(*, unavailable)
    public var wrappedValue: Value {
      // Unreachable: the compiler rejects every use.
      get { fatalError("a fact is read through its description") }
      // swift-format-ignore: UseSingleLinePropertyGetter
      set { fatalError("a fact is changed through its description") }
    }

    /// Reads or changes the fact of a description.
    @inline(__always)
    public static subscript<Description: ModelDescription>(
      _enclosingInstance description: Description,
      wrapped _: ReferenceWritableKeyPath<Description, Value>,
      storage storage: ReferenceWritableKeyPath<Description, Fact>
    ) -> Value {
      get { description.read { description[keyPath: storage].value } }
      set { description.change { description[keyPath: storage].value = newValue } }
    }
  }
}

/// Prints problems with a model to standard error if they cannot be thrown: a change to a model in
/// use, or an unregistered class.
package enum ModelReport {
  package static func refusedChange(of subject: String) {
    warn("a model in use cannot be changed: \(subject) was not changed; change a copy instead")
  }

  package static func warn(_ text: String) {
    FileHandle.standardError.write(Data("ObjectGraph: warning: \(text)\n".utf8))
  }
}

/// State that can change until it is frozen: behind a lock before, and read without one afterwards.
final class Freezable<State: Sendable>: @unchecked Sendable {
  // Sound: until the flag is set, only the holder of the lock accesses the state; afterwards, it
  // does not change.
  private let lock = Lock<Void>(())
  private let flag = Atomic(false)
  // Writers hold the lock and do not read the state at the same time.
  @exclusivity(unchecked) private var state: State

  init(_ state: State) {
    self.state = state
  }

  var isFrozen: Bool { flag.load(ordering: .acquiring) }

  func read<Result>(_ body: (State) -> Result) -> Result {
    if isFrozen { return body(state) }
    return lock.withLock { _ in body(state) }
  }

  /// - Returns: false if the state is frozen and unchanged.
  func change(_ body: (inout State) -> Void) -> Bool {
    lock.withLock { _ in
      guard !isFrozen else { return false }
      body(&state)
      return true
    }
  }

  /// Changes the state for the last time; does nothing if it is already frozen.
  func freeze(_ body: (inout State) -> Void = { _ in }) {
    lock.withLock { _ in
      guard !isFrozen else { return }
      body(&state)
      flag.store(true, ordering: .releasing)
    }
  }
}
