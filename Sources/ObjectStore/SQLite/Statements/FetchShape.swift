import ObjectModel

/// The common part of fetches that differ only in their constants, so that they share a statement.
///
/// Programs repeat the same few fetches, and creating the text of a statement costs as much as
/// reading ten rows. Only plain fetches have a shape: comparisons of key paths with constants,
/// joined with AND, OR and NOT. The text of all others is created each time.
struct FetchShape {
  /// A longer list becomes a single parameter, so that SQLite's limits do not apply.
  static let greatestInlineCount = 500

  struct Words: Hashable {
    fileprivate var words: [UInt] = []

    fileprivate mutating func append(_ word: UInt) { words.append(word) }

    func hash(into hasher: inout Hasher) {
      // All at once, because hashing one by one takes several times as long.
      words.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Everything except the constants, encoded unambiguously in words.
  private(set) var words = Words()

  /// The constants, in the order of their parameters.
  private(set) var bindings: [SQLParameter] = []

  /// The identity of the predicate's form, which represents everything but its constants in the
  /// words.
  let form: AnyObject?

  private let identity: StoreIdentity

  /// - Returns: nil for a fetch whose text may depend on its constants.
  init?(_ request: FetchPlan, identity: StoreIdentity) {
    self.identity = identity
    form = request.form?.identity
    words.words.reserveCapacity(16)
    words.append(UInt(bitPattern: request.sorts.count) << 1 | (request.hasWindow ? 1 : 0))
    do {
      for sort in request.sorts {
        guard sort.comparison == .binary else { return nil }
        try append(sort.path)
        words.append(sort.ascending ? 1 : 0)
      }
      if let form = request.form {
        // No other word of a tree is an address.
        words.append(UInt(bitPattern: ObjectIdentifier(form.identity)))
        for constant in form.constants { try append(constant) }
      } else if let predicate = request.predicate {
        try append(predicate)
      }
    } catch {
      return nil
    }
    bindings += Self.windowBindings(of: request)
  }

  /// Thrown if the text may depend on constants.
  private struct NotShared: Error {}

  /// The limit and offset of a fetch that has either.
  static func windowBindings(of request: FetchPlan) -> [SQLParameter] {
    guard request.hasWindow else { return [] }
    return [
      .integer(request.limit > 0 ? Int64(request.limit) : -1),
      .integer(Int64(max(request.offset, 0))),
    ]
  }

  private mutating func append(_ predicate: ResolvedPredicate) throws {
    switch predicate {
    case .literal(let value): words.append(value ? 1 : 0)
    case .and(let children):
      words.append(2 | UInt(bitPattern: children.count) << 8)
      for child in children { try append(child) }
    case .or(let children):
      words.append(3 | UInt(bitPattern: children.count) << 8)
      for child in children { try append(child) }
    case .not(let child):
      words.append(4)
      try append(child)
    case .comparison(let comparison): try append(comparison)
    // The text depends on the searched words.
    case .search: throw NotShared()
    }
  }

  private mutating func append(_ comparison: ResolvedComparison) throws {
    // The text depends on the right side of a text operator.
    guard comparison.options.isEmpty, !comparison.operator.isTextual,
      case .path(let path) = comparison.left, case .constant(let constant) = comparison.right
    else { throw NotShared() }
    words.append(5 | comparison.operator.rawValue << 8 | comparison.modifier.rawValue << 16)
    try append(path)
    guard case .list(let values) = constant else { return try append(constant) }
    guard values.count <= Self.greatestInlineCount else { throw NotShared() }
    words.append(UInt(bitPattern: values.count))
    for value in values { try append(value) }
  }

  private mutating func append(_ path: ResolvedPath) throws {
    guard case .evaluated = path.root else { throw NotShared() }
    let steps = UInt(bitPattern: path.steps.count) << 8
    switch path.terminal {
    case .attribute(let attribute): append(attribute, kind: steps)
    case .toOne(let relationship): append(relationship, kind: steps | 1)
    case .object: append(path.rootEntity, kind: steps | 2)
    case .entityName: throw NotShared()
    }
    for step in path.steps { words.append(UInt(bitPattern: ObjectIdentifier(step))) }
  }

  private mutating func append(_ description: AnyObject, kind: UInt) {
    words.append(kind)
    words.append(UInt(bitPattern: ObjectIdentifier(description)))
  }

  private mutating func append(_ constant: AttributeValue) throws {
    switch constant {
    case .null: return words.append(0)
    case .objectID(let id):
      guard !id.isTemporaryID, id.store === identity else { throw NotShared() }
      append(id.entity, kind: 1)
    case .integer, .boolean: words.append(2)
    case .double: words.append(3)
    case .string: words.append(4)
    case .date: words.append(5)
    case .uuid: words.append(6)
    // Decimals have more than one form.
    case .decimal, .data, .uri, .list: throw NotShared()
    }
    guard let binding = SQLParameter(constant) else { throw NotShared() }
    bindings.append(binding)
  }
}

/// A fetch that is identified by its predicate's form, except for its constants: the kind that
/// programs repeat most, and whose statement is found without the words of a `FetchShape`.
struct PlainFetch {
  struct Key: Equatable {
    fileprivate let form: ObjectIdentifier
    fileprivate let isWindow: Bool
    /// The number of the entity of the one object among the constants; 0 for none.
    fileprivate let entityNumber: Int
  }

  let key: Key

  /// The constants, in the order of their parameters.
  let bindings: [SQLParameter]
}

extension FetchPlan {
  /// The fetch as identified by its form; nil if that is not enough.
  ///
  /// - Parameter identity: the identity of the store to query.
  func plainFetch(_ identity: StoreIdentity) -> PlainFetch? {
    guard let form, sorts.isEmpty else { return nil }
    var entityNumber = 0
    var bindings: [SQLParameter] = []
    bindings.reserveCapacity(form.constants.count + 2)
    for constant in form.constants {
      if case .objectID(let id) = constant {
        guard entityNumber == 0, !id.isTemporaryID, id.store === identity else { return nil }
        entityNumber = id.entityIdentity.number
        guard entityNumber > 0 else { return nil }
      }
      guard let binding = SQLParameter(constant) else { return nil }
      bindings.append(binding)
    }
    bindings += FetchShape.windowBindings(of: self)
    return PlainFetch(
      key: .init(
        form: ObjectIdentifier(form.identity), isWindow: hasWindow, entityNumber: entityNumber),
      bindings: bindings)
  }
}
