import Campground
import ObjectGraph

/// What completion offers from a session's store.
extension Session: @MainActor CompletionSource {
  /// The most values that are offered of one kind: more than a screen helps nobody choose.
  private static let mostValues = 5_000

  package func values(of kind: LiveValue) -> [String] {
    switch kind {
    case .campground: names(of: Campground.self, \.name, by: "name")
    case .camper: camperWords()
    case .campsite: ((try? campSites.getCampSites()) ?? []).map(\.name)
    case .loop:
      Array(Set(names(of: CampSite.self, \.loop, by: "name"))).sorted()
    case .reservation: names(of: Reservation.self, \.code, by: "number")
    case .entity: stack.managedObjectModel.entitiesByName.keys.sorted()
    }
  }

  package func properties(of entity: String, at path: [String]) -> [String] {
    let entities = stack.managedObjectModel.entitiesByName
    let start =
      entities[entity]
      ?? entities.values.first { $0.name?.lowercased() == entity.lowercased() }
    let destination = path.reduce(start) { entity, key in
      entity?.relationshipsByName[key]?.destinationEntity
    }
    return destination?.propertiesByName.keys.sorted() ?? []
  }

  private func camperWords() -> [String] {
    let campers = objects(of: Camper.self, by: "fullName")
    return campers.map(CamperWords(among: campers).word)
  }

  private func names<Object: ManagedObject>(
    of type: Object.Type, _ name: (Object) -> String?, by key: String
  ) -> [String] {
    var seen: Set<String> = []
    return objects(of: type, by: key).compactMap(name).filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }

  private func objects<Object: ManagedObject>(of type: Object.Type, by key: String) -> [Object] {
    let request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = Self.mostValues
    // Completion that fails has nothing to offer; the command that follows tells why.
    return (try? context.fetch(request)) ?? []
  }
}
