import ObjectModel

/// Converts key paths to keys.
///
/// A Swift key path does not reveal its components. So it is read from an object that records which
/// of its `@Managed` properties are read, twice: once with unique values, and once without values.
/// If a read returns anything but the value of the last recorded property, or the two records
/// differ, the path contains a computed property, which is in no store.
enum RecordedPath {
  /// The maximum number of cached key paths: those composed at run time are new objects each time.
  private static let mostKept = 1_000

  private struct Known: @unchecked Sendable {
    // Sound: the key path is retained only for its address, and not used otherwise.
    let keyPath: AnyKeyPath
    let expression: FetchExpression
  }

  /// The expressions of key paths, cached so that each is only read once.
  ///
  /// A literal key path is one object for the life of the process, and is identified by its
  /// address: comparing two key paths takes as long as reading one.
  private static let known = Lock<[ObjectIdentifier: Known]>([:])

  /// The keys as an expression, or an expression with a defect.
  static func expression<Root: ManagedObject, Value>(
    of keyPath: KeyPath<Root, Value>
  ) -> FetchExpression {
    let id = ObjectIdentifier(keyPath)
    if let found = known.withLock({ $0[id]?.expression }) { return found }
    // Outside of the lock, since a computed property in the path is application code.
    let expression = read(keyPath)
    let entry = Known(keyPath: keyPath, expression: expression)
    known.withLock { known in
      if known.count >= mostKept { known.removeAll() }
      known[id] = entry
    }
    return expression
  }

  private static func read<Root: ManagedObject, Value>(
    _ keyPath: KeyPath<Root, Value>
  ) -> FetchExpression {
    if let type = Value.self as? any PredicateConstant.Type {
      return constantExpression(of: keyPath, as: type)
    }
    if let type = Value.self as? any ToManyValue.Type {
      return toManyExpression(of: keyPath, as: type)
    }
    return expression(of: keyPath) { _ in .other(optionalBase(of: Value.self)) }
  }

  private static func constantExpression<Root: ManagedObject, Value, C: PredicateConstant>(
    of keyPath: KeyPath<Root, Value>, as type: C.Type
  ) -> FetchExpression {
    expression(of: keyPath, base: C.PredicateBase.self, includesNil: C.includesNil) {
      .constant(($0 as? C)?.predicateConstant)
    }
  }

  private static func toManyExpression<Root: ManagedObject, Value, Many: ToManyValue>(
    of keyPath: KeyPath<Root, Value>, as type: Many.Type
  ) -> FetchExpression {
    expression(of: keyPath) { .objects(($0 as? Many)?.members ?? []) }
  }

  private static func expression<Root: ManagedObject, Value>(
    of keyPath: KeyPath<Root, Value>, base: Any.Type? = nil, includesNil: Bool = true,
    reading: (Value) -> RecordedValue
  ) -> FetchExpression {
    let recording = Recording(base: base, includesNil: includesNil)
    let (prototype, recorder) = PathRecorder.prototype(of: Root.self, recording)
    // Sound: the prototype of a class was created by that class's initializer.
    let root = unsafeDowncast(prototype, to: Root.self)
    defer { recording.clear() }
    recording.begin(at: recorder)
    let node = recording.node(reading(root[keyPath: keyPath]))
    let steps = recording.steps
    if let node {
      recording.beginEmpty()
      if recording.node(reading(root[keyPath: keyPath])) == node { return FetchExpression(node) }
    }
    return failure(steps, isForced: recording.isForced(steps.last), keyPath)
  }

  private static func failure<Root: ManagedObject, Value>(
    _ steps: [Recording.Step], isForced: Bool, _ keyPath: KeyPath<Root, Value>
  ) -> FetchExpression {
    let path = steps.map(\.property.name).joined(separator: ".")
    let start = "a key path from \(Root.self) to a value of type \(Value.self)"
    let message: String
    var repair = "a store contains only @Managed properties; filter the fetched objects in Swift"
    switch steps.last?.property.kind {
    case nil: message = "\(start) reads no @Managed property"
    case .attribute where isForced:
      message = "\(start) treats \(path) as never nil, but it may be nil in the store"
      repair = "leave the exclamation mark out, and compare with an Optional"
    case .toOne(let type):
      message = "\(start) continues after \(path) with a member of \(type) that is not @Managed"
    default: message = "\(start) reads \(path) and returns another value"
    }
    return FetchExpression(
      .constant(.null),
      defect: ObjectGraphError(
        .invalidArgument, message, repair: repair, key: path.isEmpty ? nil : path))
  }
}
