extension ResolvedPath {
  /// The value at the end of a path without a to-many step; null when an object on the way is nil.
  ///
  /// - Parameter subject: what the path starts from.
  package func value(for subject: any PredicateSubject) -> AttributeValue {
    end(of: steps[...], from: subject).map(terminalValue) ?? .null
  }

  /// The values at the end of a path with one to-many step, one for each of its objects; nil when
  /// an object before that step is nil.
  func values(for subject: any PredicateSubject) -> [AttributeValue]? {
    guard let many = toManyStep, let owner = end(of: steps[..<many], from: subject) else {
      return nil
    }
    return owner.destinations(of: steps[many]).map { element in
      end(of: steps[(many + 1)...], from: element).map(terminalValue) ?? .null
    }
  }

  /// The objects of the to-many relationship that is the last step; nil when an object before it is
  /// nil.
  func objects(for subject: any PredicateSubject) -> [any PredicateSubject]? {
    guard let last = steps.last, let owner = end(of: steps.dropLast(), from: subject) else {
      return nil
    }
    return owner.destinations(of: last)
  }

  /// How many objects the to-many relationship at the end leads to.
  func count(for subject: any PredicateSubject) -> AttributeValue {
    guard case .toMany(let relationship) = terminal,
      let owner = end(of: steps[...], from: subject)
    else { return .null }
    return .integer(Int64(owner.destinations(of: relationship).count))
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
    case .toMany: .null
    case .object: .objectID(subject.objectID)
    case .entityName: subject.objectID.entity.name.map(AttributeValue.string) ?? .null
    }
  }
}
