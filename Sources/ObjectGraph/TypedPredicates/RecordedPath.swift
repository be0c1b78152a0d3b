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
    let prototype = RecordingPrototype.dequeue(Root.self)
    // Sound: the prototype of a class was created by that class's initializer.
    let root = unsafeDowncast(prototype.object, to: Root.self)
    let recording = prototype.recording
    recording.begin(at: prototype.recorder)
    let first = reading(root[keyPath: keyPath])
    let end = recording.end(base: base, includesNil: includesNil)
    guard let node = end.node(first, isEmpty: false) else {
      recording.clear()
      return failure(end, keyPath)
    }
    recording.beginEmpty(end)
    let second = reading(root[keyPath: keyPath])
    let isConfirmed = recording.isSame(end) && end.node(second, isEmpty: true) == node
    recording.clear()
    guard isConfirmed else { return failure(end, keyPath) }
    prototype.enqueue(Root.self)
    return FetchExpression(node)
  }

  /// The prototype is not returned to the pool, since its state is unknown.
  private static func failure<Root: ManagedObject, Value>(
    _ end: RecordedEnd, _ keyPath: KeyPath<Root, Value>
  ) -> FetchExpression {
    let path = end.names.joined(separator: ".")
    let start = "a key path from \(Root.self) to a value of type \(Value.self)"
    let message: String
    var repair = "a store contains only @Managed properties; filter the fetched objects in Swift"
    switch end.steps.last?.property {
    case nil: message = "\(start) reads no @Managed property"
    case let last? where end.isForced(last):
      message = "\(start) treats \(path) as never nil, but it may be nil in the store"
      repair = "leave the exclamation mark out, and compare with an Optional"
    case let last?:
      if case .toOne(let type) = last.kind {
        message =
          "\(start) continues after \(path) with a member of \(type) that is not @Managed"
      } else {
        message = "\(start) reads \(path) and returns another value"
      }
    }
    return FetchExpression(
      .constant(.null),
      defect: ObjectGraphError(
        .invalidArgument, message, repair: repair, key: path.isEmpty ? nil : path))
  }
}

/// The result of reading a key path.
enum RecordedValue {
  /// nil for a value that cannot be used in a predicate.
  case constant(AttributeValue?)
  case objects([ManagedObject])
  /// A value of a type that cannot be compared.
  case other(Any.Type)
}

/// The end of a key path that was read.
struct RecordedEnd {
  let steps: [Recording.Step]
  /// Whether more than one path was read.
  let isBroken: Bool
  /// The object that was read last.
  let last: PathRecorder
  /// The type of the value without `Optional`, if it can be compared.
  let base: Any.Type?
  let includesNil: Bool

  var names: [String] { steps.map(\.property.name) }

  /// Whether an optional property was force-unwrapped.
  func isForced(_ property: DeclaredProperty) -> Bool {
    guard case .attribute(let attribute) = property.kind else { return false }
    return attribute.isOptional && !includesNil && attribute.base == base
  }

  /// The expression of the path, or nil if the value is not that of the last property.
  ///
  /// - Parameter isEmpty: whether attributes and collections had no values.
  func node(_ value: RecordedValue, isEmpty: Bool) -> ExpressionNode? {
    guard !isBroken else { return nil }
    switch steps.last?.property.kind {
    case nil: return object(value, isNil: false)
    case .toOne: return object(value, isNil: isEmpty && includesNil)
    case .attribute(let attribute):
      guard case .constant(let constant) = value, attribute.base == base,
        includesNil || !attribute.isOptional,
        constant == (isEmpty ? attribute.emptyValue : attribute.sentinel)
      else { return nil }
      return .keyPath(names)
    case .toMany:
      let members = isEmpty ? [] : steps.last.map { $0.recorder.members($0.index) } ?? []
      switch value {
      case .objects(let objects): return Set(objects) == Set(members) ? .keyPath(names) : nil
      case .constant(let constant):
        guard base == Int.self, constant == .integer(Int64(members.count)) else { return nil }
        return .collection(.count, of: .keyPath(names), then: [])
      case .other: return nil
      }
    case .opaque(let type):
      guard case .other(let found) = value, found == type else { return nil }
      return .keyPath(names)
    }
  }

  /// The expression of a path to an object or its ID.
  private func object(_ value: RecordedValue, isNil: Bool) -> ExpressionNode? {
    guard case .constant(let constant) = value, constant == (isNil ? .null : last.objectID) else {
      return nil
    }
    if base == ManagedObjectID.self { return .keyPath(names + ["objectID"]) }
    return steps.isEmpty ? .selfObject : .keyPath(names)
  }
}
