import ObjectModel

/// The entities of a store: all of a model's, or those of one of its configurations.
package struct StoreConfiguration: Sendable {
  package let name: String

  /// Indexed by the entity's number - 1; nil if the store holds all entities.
  private let held: [Bool]?

  /// - Throws: code 134061 for a configuration that the model lacks.
  package init(name: String?, model: ModelLayout) throws {
    guard let entities = model.contents.entities(forConfigurationName: name) else {
      let known =
        [ManagedObjectModel.defaultConfigurationName] + model.contents.configurations.keys.sorted()
      throw ObjectGraphError(
        .invalidArgument, "the model has no configuration \(name ?? "")",
        repair: "use one of \(known.joined(separator: ", "))")
    }
    self.name = name ?? ManagedObjectModel.defaultConfigurationName
    let numbers = Set(entities.compactMap { model.layout(of: $0)?.number })
    held =
      numbers.count == model.entities.count
      ? nil : model.entities.map { numbers.contains($0.number) }
  }

  /// Whether the store holds every entity of the model.
  package var isWhole: Bool { held == nil }

  /// Whether the store may hold objects of an entity.
  package func holds(_ layout: EntityLayout) -> Bool { held?[layout.number - 1] ?? true }

  /// Whether the store may hold results of a plan.
  package func holdsAny(of plan: FetchPlan) -> Bool {
    plan.includesSubentities ? holdsAny(below: plan.layout) : holds(plan.layout)
  }

  /// Whether the store has a table for the hierarchy of an entity.
  package func holdsHierarchy(of layout: EntityLayout, in model: ModelLayout) -> Bool {
    holdsAny(below: model[layout.rootNumber])
  }

  private func holdsAny(below layout: EntityLayout) -> Bool {
    held?[(layout.number - 1)..<layout.lastNumber].contains(true) ?? true
  }
}
