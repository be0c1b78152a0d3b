import ObjectGraph

/// Finding, adding, changing and deleting named objects.
extension ServiceScope {
  /// All objects of a kind at the campground, by name.
  func rules<Rule: CampgroundRule>(
    _ type: Rule.Type = Rule.self, in context: ManagedObjectContext
  ) throws -> [Rule] {
    guard let campground = try campground(in: context) else { return [] }
    return try context.fetch(
      FetchRequest<Rule>(try Rule.predicateInForce(at: campground), by: ["name"]))
  }

  /// The names of all objects of a kind at the campground, in order; reads nothing but the names.
  func names<Rule: CampgroundRule>(of type: Rule.Type) throws -> [String] {
    guard let campground = try campground(in: context) else { return [] }
    let request = FetchRequest<[String: any Sendable]>(entityName: "\(type)")
    request.predicate = try Rule.predicateInForce(at: campground)
    request.propertiesToFetch = ["name"]
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).compactMap { $0["name"] as? String }
  }

  /// The object with exactly this name, otherwise the only one with this name in another case.
  ///
  /// - Parameter unknown: makes the error where there is none, from the name and the known names.
  /// - Throws: by default `CampgroundError.unknown`.
  func findRule<Rule: CampgroundRule>(
    _ name: String,
    orElse unknown: (_ name: String, _ known: [String]) -> CampgroundError = {
      .unknownName(of: Rule.noun, name: $0, known: $1)
    }
  ) throws -> Rule {
    let name = NameRule.optional(name) ?? ""
    let exact: [Rule] = try rules(where: "name == %@", name, in: context)
    if let found = exact.first { return found }
    // No index finds a name in another case.
    let similar: [Rule] = try rules(where: "name ==[c] %@", name, in: context)
    guard similar.count == 1, let found = similar.first else {
      throw unknown(name, try names(of: Rule.self))
    }
    return found
  }

  /// The objects in force whose names meet a condition.
  private func rules<Rule: CampgroundRule>(
    where condition: String, _ name: String, in context: ManagedObjectContext
  ) throws -> [Rule] {
    guard let campground = try campground(in: context) else { return [] }
    let predicate = CompoundPredicate(andPredicateWithSubpredicates: [
      try Rule.predicateInForce(at: campground), try FetchPredicate(format: condition, name),
    ])
    return try context.fetch(FetchRequest<Rule>(predicate))
  }

  /// Adds an object under a name that is free.
  func addRule<Rule: CampgroundRule>(
    _ name: String, _ make: (ManagedObjectContext) -> Rule,
    _ fill: (Rule, ManagedObjectContext) throws -> Void
  ) throws -> Rule {
    let name = try NameRule.checked(name, of: Rule.noun)
    return try write { scratch in
      let campground = try campgroundOrNew(in: scratch)
      try requireFree(name, Rule.self, in: scratch)
      let rule = make(scratch)
      rule.name = name
      rule.campground = campground
      try fill(rule, scratch)
      return rule
    }
  }

  /// Changes an object, and renames it if a name is given.
  func editRule<Rule: CampgroundRule>(
    _ rule: Rule, name: String?,
    _ change: (Rule, ManagedObjectContext) throws -> Void
  ) throws -> Rule {
    let name = try name.map { try NameRule.checked($0, of: Rule.noun) }
    return try edit(rule) { rule, scratch in
      if let name, name != rule.name {
        try requireFree(name, Rule.self, in: scratch)
        rule.name = name
      }
      try change(rule, scratch)
    }
  }

  /// Deletes an object unless something depends on it.
  ///
  /// - Throws: `CampgroundError.inUse`, which names what depends on it; `.gone`.
  func delete(_ rule: CampgroundRule) throws {
    try change { scratch in
      let rule = try scratch.current(rule)
      guard rule.users.isEmpty else { throw CampgroundError.inUse(rule, by: rule.users) }
      scratch.delete(rule)
    }
  }

  private func requireFree<Rule: CampgroundRule>(
    _ name: String, _ type: Rule.Type, in scratch: ManagedObjectContext
  ) throws {
    let named: [Rule] = try rules(where: "name == %@", name, in: scratch)
    guard named.isEmpty else { throw CampgroundError.nameTaken(of: Rule.noun, name: name) }
  }
}
