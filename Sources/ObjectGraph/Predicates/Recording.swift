import ObjectModel
import ObjectStore

/// What a key path reads from a tree of recording prototypes, first with unique values, then
/// without values.
final class Recording {
  /// A property that was read, and the object that it was read from.
  struct Step {
    let recorder: PathRecorder
    let index: Int

    var property: DeclaredProperty { recorder.shape.properties[index] }
  }

  /// The type of the key path's value without `Optional`, if it can be compared.
  private let base: Any.Type?
  private let includesNil: Bool

  private(set) var steps: [Step] = []
  /// Whether attributes and collections read as if they had no values.
  private(set) var isEmpty = false
  /// Whether more than one path was read.
  private var isBroken = false
  /// The number of steps after which a to-one relationship is nil.
  private var nilStep = 0
  /// The object from which the next property must be read, or nil after an attribute.
  private var current: PathRecorder?
  private var root: PathRecorder?

  init(base: Any.Type?, includesNil: Bool) {
    self.base = base
    self.includesNil = includesNil
  }

  /// Starts the read with unique values.
  func begin(at root: PathRecorder) { (self.root, current) = (root, root) }

  /// Starts the read without values, in which the last to-one relationship is nil if it is the end
  /// of the path.
  func beginEmpty() {
    if includesNil, case .toOne = steps.last?.property.kind { nilStep = steps.count }
    (steps, isEmpty, current) = ([], true, root)
  }

  /// Releases what was read, which would keep the prototypes alive.
  func clear() { (steps, root, current) = ([], nil, nil) }

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
    if steps.count == nilStep { return false }
    current = child
    return true
  }

  // MARK: The path

  /// Whether the step read an optional property, and its value was force-unwrapped.
  func isForced(_ step: Step?) -> Bool {
    guard case .attribute(let attribute) = step?.property.kind else { return false }
    return attribute.isOptional && !includesNil && attribute.base == base
  }

  /// The expression of the path that was read, or nil if the value is not that of its last
  /// property.
  func node(_ value: RecordedValue) -> ExpressionNode? {
    guard !isBroken else { return nil }
    let names = steps.map(\.property.name)
    switch steps.last?.property.kind {
    case nil: return object(root, value, names)
    case .toOne:
      let destination = steps.last.flatMap { $0.recorder.destinations($0.index).first?.recorder }
      return object(steps.count == nilStep ? nil : destination, value, names)
    case .attribute(let attribute):
      guard case .constant(let constant) = value, attribute.base == base,
        includesNil || !attribute.isOptional,
        constant == (isEmpty ? attribute.emptyValue : attribute.sentinel)
      else { return nil }
      return .keyPath(names)
    case .toMany:
      let members = isEmpty ? [] : steps.last.map { $0.recorder.destinations($0.index) } ?? []
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
  private func object(
    _ recorder: PathRecorder?, _ value: RecordedValue, _ names: [String]
  ) -> ExpressionNode? {
    guard case .constant(let constant) = value, constant == recorder?.objectID ?? .null else {
      return nil
    }
    if base == ManagedObjectID.self { return .keyPath(names + ["objectID"]) }
    return names.isEmpty ? .selfObject : .keyPath(names)
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
    let object = destinations(Self.firstRelationship - Int(slot.index)).first
    return recording.follow(to: object?.recorder) ? object : nil
  }

  /// The prototypes in a to-many relationship.
  func members(at slot: PropertySlot) -> [ManagedObject] {
    recording.isEmpty ? [] : destinations(Self.firstRelationship - Int(slot.index))
  }

  /// The prototypes at the other end of a relationship; none for any other index.
  func destinations(_ index: Int) -> [ManagedObject] {
    guard shape.properties.indices.contains(index) else { return [] }
    if let known = children[index] { return known }
    let made =
      switch shape.properties[index].kind {
      case .toOne(let type): [Self.prototype(of: type, recording).object]
      case .toMany(let type):
        (0..<Self.memberCount).map { _ in Self.prototype(of: type, recording).object }
      case .attribute, .opaque: [ManagedObject]()
      }
    children[index] = made
    return made
  }

  /// Slots below this one stand for relationships, which are in no row.
  private static let firstRelationship = -2

  /// A count that a computed property is unlikely to return by chance.
  private static let memberCount = 3
}

extension ManagedObject {
  fileprivate final var recorder: PathRecorder? { binding.recorder as? PathRecorder }
}

extension ManagedObjectSeed {
  fileprivate static func prototype(
    _ shape: PrototypeShape, _ recorder: PathRecorder
  ) -> ManagedObjectSeed {
    ManagedObjectSeed(
      binding: EntityBinding(layout: shape.layout, objectClass: nil, recorder: recorder),
      key: ManagedObjectID.nextTemporaryReference(), row: shape.row, state: .clean)
  }
}
