import ObjectModel
import ObjectStore

/// What was read from a tree of recording prototypes; used by one thread at a time.
final class Recording {
  /// A property that was read, and the object that it was read from.
  struct Step {
    let recorder: PathRecorder
    let index: Int

    var property: DeclaredProperty { recorder.shape.properties[index] }
  }

  private(set) var steps: [Step] = []
  private(set) var isBroken = false
  /// Whether attributes and collections read as if they had no values.
  private(set) var isEmpty = false
  /// The number of steps after which a to-one relationship is nil.
  private var nilStep = 0
  /// The object from which the next property must be read, or nil after an attribute.
  private var current: PathRecorder?
  private var root: PathRecorder?

  /// Starts a read with unique values.
  func begin(at root: PathRecorder) {
    steps.removeAll(keepingCapacity: true)
    (isBroken, isEmpty, nilStep, current) = (false, false, 0, root)
    self.root = root
  }

  /// Starts a read without values, in which the last to-one relationship is nil if it is the end of
  /// the path.
  func beginEmpty(_ end: RecordedEnd) {
    guard let root else { return }
    begin(at: root)
    isEmpty = true
    if end.includesNil, case .toOne = end.steps.last?.property.kind { nilStep = end.steps.count }
  }

  /// Releases what was read, which would keep the prototypes alive.
  func clear() {
    steps.removeAll(keepingCapacity: true)
    (root, current) = (nil, nil)
  }

  func end(base: Any.Type?, includesNil: Bool) -> RecordedEnd {
    let last = steps.last.flatMap { $0.recorder.child($0.index) } ?? steps.last?.recorder
    // A read always starts at a root.
    return RecordedEnd(
      steps: steps, isBroken: isBroken, last: last ?? root ?? .none, base: base,
      includesNil: includesNil)
  }

  /// Whether this read followed the same path as another one.
  func isSame(_ end: RecordedEnd) -> Bool {
    guard !isBroken, steps.count == end.steps.count else { return false }
    for (step, other) in zip(steps, end.steps) {
      guard step.recorder === other.recorder, step.index == other.index else { return false }
    }
    return true
  }

  func recordRead(of recorder: PathRecorder, at index: Int) {
    guard recorder === current else {
      isBroken = true
      return
    }
    steps.append(Step(recorder: recorder, index: index))
    current = nil
  }

  /// Whether the relationship that was read last has a destination; if so, the next property must
  /// be read from it.
  func follow(to child: PathRecorder?) -> Bool {
    if isEmpty, steps.count == nilStep { return false }
    current = child
    return true
  }
}

/// Records what is read from one recording prototype, and replaces its row.
final class PathRecorder: PropertyRecorder {
  let shape: PrototypeShape
  let recording: Recording

  /// The ID of the prototype, as a constant of a predicate.
  private(set) var objectID = AttributeValue.null

  /// The destinations of relationships that were read, by the index of the property.
  private var children: [Int: [ManagedObject]] = [:]

  private init(shape: PrototypeShape, recording: Recording) {
    self.shape = shape
    self.recording = recording
  }

  /// For an object without properties.
  static var none: PathRecorder { PathRecorder(shape: .none, recording: Recording()) }

  /// Creates a prototype of a class, without a context.
  static func prototype(
    of objectClass: ManagedObject.Type, _ recording: Recording
  ) -> (object: ManagedObject, recorder: PathRecorder) {
    let shape = PrototypeShape.of(objectClass)
    let recorder = PathRecorder(shape: shape, recording: recording)
    let object = objectClass.init(ManagedObjectSeed.prototype(shape, recorder))
    recorder.objectID = .objectID(object.objectID)
    return (object, recorder)
  }

  /// Records the property whose name is the literal at an address.
  func slot(at address: UnsafePointer<UInt8>) -> PropertySlot {
    guard let index = shape.index(at: address) else { return .unbound }
    recording.recordRead(of: self, at: index)
    switch shape.properties[index].kind {
    case .attribute(let attribute): return recording.isEmpty ? .unbound : attribute.slot
    case .opaque: return .unbound
    case .toOne, .toMany: return PropertySlot(index: Self.firstRelationship - index, slot: 0)
    }
  }

  /// The prototype that is the destination of a to-one relationship.
  func destination(at slot: PropertySlot) -> ManagedObject? {
    let index = Self.firstRelationship - Int(slot.index)
    guard shape.properties.indices.contains(index),
      case .toOne(let type) = shape.properties[index].kind
    else { return nil }
    let object = children(index, type, count: 1).first
    return recording.follow(to: object.flatMap(Self.recorder(of:))) ? object : nil
  }

  /// The prototypes in a to-many relationship.
  func members(at slot: PropertySlot) -> [ManagedObject] {
    recording.isEmpty ? [] : members(Self.firstRelationship - Int(slot.index))
  }

  func members(_ index: Int) -> [ManagedObject] {
    guard shape.properties.indices.contains(index),
      case .toMany(let type) = shape.properties[index].kind
    else { return [] }
    return children(index, type, count: Self.memberCount)
  }

  /// The recorder of the destination of a to-one relationship, if it was read.
  func child(_ index: Int) -> PathRecorder? {
    guard case .toOne = shape.properties[index].kind else { return nil }
    return children[index]?.first.flatMap(Self.recorder(of:))
  }

  private static func recorder(of prototype: ManagedObject) -> PathRecorder? {
    prototype.binding.recorder as? PathRecorder
  }

  private func children(_ index: Int, _ type: ManagedObject.Type, count: Int) -> [ManagedObject] {
    if let known = children[index] { return known }
    let made = (0..<count).map { _ in Self.prototype(of: type, recording).object }
    children[index] = made
    return made
  }

  /// Slots below this one stand for relationships, which are in no row.
  private static let firstRelationship = -2

  /// A count that a computed property is unlikely to return by chance.
  private static let memberCount = 3
}

extension ManagedObjectSeed {
  fileprivate static func prototype(
    _ shape: PrototypeShape, _ recorder: PathRecorder
  ) -> ManagedObjectSeed {
    ManagedObjectSeed(
      binding: EntityBinding(layout: shape.layout, objectClass: nil, recorder: recorder),
      key: ManagedObjectID.nextTemporaryReference(), row: shape.row, state: [])
  }
}
