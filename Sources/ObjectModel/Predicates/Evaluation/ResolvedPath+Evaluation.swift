extension ResolvedPath {
  /// The value at the end of a path without a to-many step; null if an object along the path is
  /// nil.
  ///
  /// - Parameter subject: the object at which the path starts.
  package func value(for subject: any PredicateSubject) -> AttributeValue {
    end(of: steps[...], from: subject).map(terminalValue) ?? .null
  }

  /// The values at the end of a path through to-many relationships, one for each route; nil if an
  /// object before the first of them is nil.
  func values(for subject: any PredicateSubject) -> [AttributeValue]? {
    guard let many = toManySteps, let objects = objects(through: steps[...many.upperBound], subject)
    else { return nil }
    let rest = steps[(many.upperBound + 1)...]
    return objects.map { end(of: rest, from: $0).map(terminalValue) ?? .null }
  }

  /// The destinations of a final to-many relationship, one for each route; nil if an object before
  /// the first to-many step is nil.
  func objects(for subject: any PredicateSubject) -> [any PredicateSubject]? {
    objects(through: steps[...], subject)
  }

  /// The objects that the steps lead to; nil if an object before the first to-many step is nil.
  private func objects(
    through steps: ArraySlice<RelationshipDescription>, _ subject: any PredicateSubject
  ) -> [any PredicateSubject]? {
    let first = steps.firstIndex { $0.isToMany } ?? steps.endIndex
    guard let owner = end(of: steps[..<first], from: subject) else { return nil }
    var objects = [owner]
    for step in steps[first...] {
      objects =
        step.isToMany
        ? objects.flatMap { $0.destinations(of: step) }
        : objects.compactMap { $0.destination(of: step) }
    }
    return objects
  }

  private func end(
    of steps: ArraySlice<RelationshipDescription>, from subject: any PredicateSubject
  ) -> (any PredicateSubject)? {
    var current = subject
    for step in steps {
      guard let next = current.destination(of: step) else { return nil }
      current = next
    }
    return current
  }

  private func terminalValue(_ subject: any PredicateSubject) -> AttributeValue {
    switch terminal {
    case .attribute(let attribute): subject.value(of: attribute)
    case .toOne(let relationship):
      subject.destination(of: relationship).map { .objectID($0.objectID) } ?? .null
    case .object: .objectID(subject.objectID)
    case .entityName: subject.objectID.entity.name.map(AttributeValue.string) ?? .null
    }
  }
}
