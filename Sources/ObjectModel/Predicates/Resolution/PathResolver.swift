/// Resolves keys from an entity through its relationships.
struct PathResolver {
  /// The use of a path, which determines what it may contain.
  enum Role {
    /// A single value: no to-many relationships.
    case value
    /// The objects of `ANY`, `ALL` or `NONE`, a searched collection, or an undecided use: any
    /// relationships.
    case collection
    /// Under `@count`: relationships, ending in a to-many one.
    case count
    /// In a sort descriptor: no to-many relationships.
    case sort
  }

  let entity: EntityDescription
  var root = ResolvedPath.Root.evaluated
  /// The text before the keys, for messages: `$stay.`.
  var prefix = ""

  /// Resolves the keys; without any, the path is the object itself.
  ///
  /// - Throws: `invalidArgument` with the key and the entity in which it was looked up.
  func resolve(_ keys: [String], as role: Role) throws(ObjectGraphError) -> ResolvedPath {
    var steps: [RelationshipDescription] = []
    var terminal = ResolvedPath.Terminal.object
    var current = entity
    var composite: CompositeAttributeDescription?
    for (index, key) in keys.enumerated() {
      let isLast = index == keys.count - 1
      if let outer = composite {
        guard let element = outer.elements.first(where: { $0.name == key }) else {
          throw unknown(key, in: outer, current)
        }
        composite = element as? CompositeAttributeDescription
        guard isLast || composite != nil else { throw ending(key, "is an attribute", current) }
        terminal = .attribute(element)
        continue
      }
      if key == "objectID" {
        guard isLast else { throw ending(key, "is the ID of an object", current) }
        if let last = steps.last, !last.isToMany {
          steps.removeLast()
          terminal = .toOne(last)
        }
        continue
      }
      if case .entityName = terminal {
        guard key == "name", isLast else { throw ending(keys[index - 1], "is an entity", current) }
        continue
      }
      if key == "entity", current.propertiesByName[key] == nil {
        terminal = .entityName
        continue
      }
      switch current.propertiesByName[key] {
      case let attribute as AttributeDescription:
        composite = attribute as? CompositeAttributeDescription
        guard isLast || composite != nil else {
          let path = prefix + keys[...index].joined(separator: ".")
          throw ending(
            key, "is an attribute", current,
            repair: ForeignKey.repair(for: keys[index + 1], of: path))
        }
        terminal = .attribute(attribute)
      case let relationship as RelationshipDescription:
        guard let destination = relationship.destinationEntity else {
          throw error("the destination of \(key) is not in the model", key, current)
        }
        if isLast, !relationship.isToMany {
          terminal = .toOne(relationship)
        } else {
          steps.append(relationship)
        }
        current = destination
      case .some: throw error("\(key) is neither an attribute nor a relationship", key, current)
      case nil: throw unknown(key, current)
      }
    }
    let path = ResolvedPath(
      root: root, rootEntity: entity, steps: steps, terminal: terminal,
      text: keys.count == 1 ? keys[0] : keys.joined(separator: "."))
    try check(path, role)
    return path
  }

  /// Resolves keys that make up a whole text, such as the key of a sort.
  ///
  /// - Throws: errors of `resolve(_:as:)`, with the position of the key in the text.
  func resolve(
    _ keys: [String], of text: String, as role: Role
  ) throws(ObjectGraphError) -> ResolvedPath {
    do {
      return try resolve(keys, as: role)
    } catch {
      var located = error
      if let index = error.key.flatMap({ keys.firstIndex(of: $0) }) {
        // `SELF` may precede the keys.
        let rest = keys[index...].joined(separator: ".")
        located.position = text.count - rest.count
      }
      throw located
    }
  }

  /// The indexes of the to-many relationships among the keys, as far as they resolve to
  /// relationships.
  func toManyPlaces(in keys: [String]) -> [Int] {
    var places: [Int] = []
    var current: EntityDescription? = entity
    for (index, key) in keys.enumerated() {
      guard let step = current?.propertiesByName[key] as? RelationshipDescription else { break }
      if step.isToMany { places.append(index) }
      current = step.destinationEntity
    }
    return places
  }

  private func check(_ path: ResolvedPath, _ role: Role) throws(ObjectGraphError) {
    switch role {
    case .count:
      guard case .object = path.terminal, !path.steps.isEmpty else {
        throw error(
          "@count needs a to-many relationship, but \(path.text) is not one", path.text, entity)
      }
    case .collection: break
    case .value, .sort:
      if let step = path.steps.first(where: \.isToMany) {
        throw error(
          "\(step.name) is a to-many relationship, which has no single value", step.name,
          step.entity ?? entity,
          repair: role == .sort
            ? "sort by attributes and to-one relationships"
            : "put ANY, ALL or NONE before the path, or .@count after it")
      }
    }
  }

  private func unknown(_ key: String, _ entity: EntityDescription) -> ObjectGraphError {
    let name = entity.name ?? ""
    if let owner = subentity(of: entity, with: key) {
      return error(
        "\(name) has no \"\(key)\"; only its subentity \(owner.name ?? "") does", key, entity,
        repair: "fetch \(owner.name ?? "") instead")
    }
    let known = entity.propertiesByName.keys.sorted()
    return error(
      "\(name) has no \"\(key)\"", key, entity,
      repair: NearestName.suggestion(for: key, among: known + ["objectID"])
        ?? "text is written in quotes: \"\(key)\"; the properties of \(name) are "
        + known.joined(separator: ", "))
  }

  private func unknown(
    _ key: String, in composite: CompositeAttributeDescription, _ entity: EntityDescription
  ) -> ObjectGraphError {
    let known = composite.elements.map(\.name).sorted()
    return error(
      "\(composite.keyPath) has no element \"\(key)\"", key, entity,
      repair: NearestName.suggestion(for: key, among: known)
        ?? "its elements are \(known.joined(separator: ", "))")
  }

  private func subentity(of entity: EntityDescription, with key: String) -> EntityDescription? {
    for child in entity.subentities {
      if child.propertiesByName[key] != nil { return child }
      if let found = subentity(of: child, with: key) { return found }
    }
    return nil
  }

  private func ending(
    _ key: String, _ what: String, _ entity: EntityDescription, repair: String? = nil
  ) -> ObjectGraphError {
    error(
      "\(key) \(what), so nothing can follow it", key, entity,
      repair: repair ?? "end the path there")
  }

  private func error(
    _ message: String, _ key: String, _ entity: EntityDescription, repair: String? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, message, repair: repair, entityName: entity.name, key: key)
  }
}

/// The equivalents of properties of Foundation's values.
enum ForeignKey {
  /// What to write instead of a key after an attribute's path; nil for other keys.
  static func repair(for key: String, of path: String) -> String? {
    switch key.lowercased() {
    case "length", "count": "write length(\(path))"
    case "isempty": "write \(path) == ''"
    case "lowercasestring", "lowercased": "write lowercase(\(path))"
    case "uppercasestring", "uppercased": "write uppercase(\(path))"
    case "stringvalue", "description", "uuidstring", "absolutestring":
      "write CAST(\(path), 'NSString')"
    case "intvalue", "integervalue", "longlongvalue", "doublevalue", "floatvalue",
      "timeintervalsincereferencedate":
      "write CAST(\(path), 'NSNumber')"
    case "decimalvalue": "write CAST(\(path), 'NSDecimalNumber')"
    case "boolvalue": "write \(path) == YES"
    case "timeintervalsincenow": "write \(path) - now()"
    case "year", "month", "day": "write \(key.lowercased())(\(path))"
    default: nil
    }
  }
}
