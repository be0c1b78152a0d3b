/// What happens to the destination of a relationship when its owner is deleted.
public enum DeleteRule: Int, Sendable, Hashable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

/// A relationship of an entity to one or many objects of another.
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
  // Sound: the state is behind a lock, as in the superclass.

  private struct State {
    var destinationName: String?
    var inverseName: String?
    weak var destination: EntityDescription?
    weak var inverse: RelationshipDescription?
    var deleteRule = DeleteRule.nullifyDeleteRule
    var minCount = 0
    var maxCount = 0
    var isOrdered = false
  }

  private let state: Lock<State>

  /// Makes a to-many relationship without a name and a destination.
  public override init() {
    state = Lock(State())
    super.init()
  }

  /// Makes a relationship whose ends are given by name; the model links them.
  ///
  /// - Parameter maxCount: 1 makes it to-one, 0 to-many without a bound.
  public init(
    name: String, destination: String, inverse: String?, maxCount: Int, minCount: Int = 0,
    isOptional: Bool = true, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule
  ) {
    state = Lock(
      State(
        destinationName: destination, inverseName: inverse, deleteRule: deleteRule,
        minCount: minCount, maxCount: maxCount, isOrdered: isOrdered))
    super.init(name: name, isOptional: isOptional)
  }

  /// The entity at the other end.
  public var destinationEntity: EntityDescription? {
    get { state.withLock { $0.destination } }
    set {
      change {
        $0.destination = newValue
        $0.destinationName = newValue?.name
      }
    }
  }

  /// The relationship of the destination that leads back here.
  public var inverseRelationship: RelationshipDescription? {
    get { state.withLock { $0.inverse } }
    set {
      change {
        $0.inverse = newValue
        $0.inverseName = newValue?.name
      }
    }
  }

  /// The name of the destination, known before the model links its entities.
  package var destinationName: String? {
    state.withLock { $0.destination?.name ?? $0.destinationName }
  }

  /// The name of the inverse, known before the model links its entities.
  package var inverseName: String? { state.withLock { $0.inverse?.name ?? $0.inverseName } }

  /// What happens to the destination when an owner is deleted. The default is nullify.
  public var deleteRule: DeleteRule {
    get { state.withLock { $0.deleteRule } }
    set { change { $0.deleteRule = newValue } }
  }

  /// The least count of destinations that passes validation; 0 for no bound.
  public var minCount: Int {
    get { state.withLock { $0.minCount } }
    set { change { $0.minCount = newValue } }
  }

  /// The greatest count of destinations that passes validation; 0 for no bound, 1 for to-one.
  public var maxCount: Int {
    get { state.withLock { $0.maxCount } }
    set { change { $0.maxCount = newValue } }
  }

  /// Whether a to-many relationship keeps its destinations in order.
  public var isOrdered: Bool {
    get { state.withLock { $0.isOrdered } }
    set { change { $0.isOrdered = newValue } }
  }

  /// Whether the relationship may lead to more than one object.
  public var isToMany: Bool { state.withLock { $0.maxCount != 1 } }

  func link(destination: EntityDescription, inverse: RelationshipDescription?) {
    state.withLock {
      $0.destination = destination
      $0.inverse = inverse
    }
  }

  private func change(_ body: (inout State) -> Void) {
    guard mayChange() else { return }
    state.withLock { body(&$0) }
  }
}
