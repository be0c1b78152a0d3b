import ObjectGraph

/// A merge policy that notes what it is given before it works as its type does.
final class NotingPolicy: MergePolicy {
  private(set) var merges: [MergeConflict] = []
  private(set) var constraints: [ConstraintConflict] = []
  private(set) var calls: [String] = []

  override func resolve(mergeConflicts list: [Any]) throws {
    calls.append(list.map { $0 is MergeConflict ? "row" : "constraint" }.joined(separator: " "))
    merges += list.compactMap { $0 as? MergeConflict }
    constraints += list.compactMap { $0 as? ConstraintConflict }
    try super.resolve(mergeConflicts: list)
  }
}

extension PairOfWriters {
  @MainActor var context: ManagedObjectContext { container.viewContext }

  /// Saved objects: Tom of 4 kg, who belongs to Ann.
  @MainActor
  func tomOfAnn() throws -> (tom: Pet, ann: Owner) {
    let (tom, ann) = (Pet(context: context), Owner(context: context))
    (tom.name, tom.weight, tom.owner) = ("Tom", 4, ann)
    ann.name = "Ann"
    try context.save()
    return (tom, ann)
  }

  /// The second writer changes the pet of a name, or deletes it, and saves.
  func changePet(
    _ name: String, _ body: @escaping @Sendable (Pet, ManagedObjectContext) throws -> Void
  ) throws {
    try elsewhere.performAndWait { other in
      let request = FetchRequest<Pet>()
      request.predicate = try FetchPredicate(format: "name == %@", name)
      for pet in try other.fetch(request) { try body(pet, other) }
      try other.save()
    }
  }

  /// The second writer changes the owner of a name, or deletes it, and saves.
  func changeOwner(
    _ name: String, _ body: @escaping @Sendable (Owner, ManagedObjectContext) throws -> Void
  ) throws {
    try elsewhere.performAndWait { other in
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == %@", name)
      for owner in try other.fetch(request) { try body(owner, other) }
      try other.save()
    }
  }

  /// All pets in the store as the second writer sees them: "Tom 4.0 Ann".
  func pets() throws -> [String] {
    try elsewhere.performAndWait { other in
      other.reset()
      return try other.fetch(FetchRequest<Pet>()).map { pet in
        let weight = pet.weight.map { "\($0)" } ?? "-"
        return "\(pet.name ?? "-") \(weight) \(pet.owner?.name ?? "-")"
      }.sorted()
    }
  }

  /// All owners in the store as the second writer sees them: "Ann 18 Rex Tom".
  func owners() throws -> [String] {
    try elsewhere.performAndWait { other in
      other.reset()
      return try other.fetch(FetchRequest<Owner>()).map { owner in
        let pets = owner.pets.map { $0.name ?? "-" }.sorted()
        return (["\(owner.name) \(owner.age)"] + pets).joined(separator: " ")
      }.sorted()
    }
  }
}
