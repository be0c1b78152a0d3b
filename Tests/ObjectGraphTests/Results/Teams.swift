import Foundation
import ObjectGraph

/// World Cup teams, for results controllers.
final class Team: ManagedObject, ManagedEntity {
  @Managed("teamName") var teamName: String?
  @Managed("qualifyingZone") var qualifyingZone: String?
  @Managed("wins") var wins: Int32
  @Managed("coach") var coach: Coach?

  /// In memory only.
  @Managed("initial") var initial: String?

  override func awakeFromFetch() { initial = teamName.map { String($0.prefix(1)) } }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Team", class: Team.self) {
        AttributeDescription("initial", .string, isTransient: true)
        AttributeDescription("qualifyingZone", .string)
        AttributeDescription("teamName", .string)
        AttributeDescription("wins", .integer32, default: .integer(0))
        RelationshipDescription("coach", toOne: "Coach", inverse: "teams")
      }
      EntityDescription("Coach", class: Coach.self) {
        AttributeDescription("name", .string)
        RelationshipDescription("teams", toMany: "Team", inverse: "coach")
      }
    }
  }
}

final class Coach: ManagedObject, ManagedEntity {
  @Managed("name") var name: String?
  @Managed("teams") var teams: Set<Team>
}

/// A context of teams, and a controller that shows them by zone and wins.
@MainActor
final class TeamStage {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  init(_ store: PersistentStoreDescription = .inMemory()) throws {
    coordinator = try PersistentStoreCoordinator(managedObjectModel: Team.makeModel())
    try coordinator.addPersistentStore(with: store)
    context = ManagedObjectContext(mainQueueFor: coordinator)
  }

  /// Teams as "zone name wins".
  @discardableResult
  func add(_ teams: String...) -> [Team] {
    teams.map { text in
      let parts = text.split(separator: " ")
      let team = Team(context: context)
      team.qualifyingZone = parts[0] == "-" ? nil : String(parts[0])
      team.teamName = String(parts[1])
      team.wins = Int32(parts[2]) ?? 0
      return team
    }
  }

  func team(_ name: String, in other: ManagedObjectContext? = nil) throws -> Team {
    let request = FetchRequest<Team>()
    request.predicate = try FetchPredicate(format: "teamName == %@", name)
    guard let team = try (other ?? context).fetch(request).first else {
      throw ObjectGraphError(.coreData, "there is no team \(name)")
    }
    return team
  }

  func request(
    batchSize: Int = 0, sortedBy keys: [String] = ["qualifyingZone", "-wins", "teamName"]
  )
    -> FetchRequest<Team>
  {
    let request = FetchRequest<Team>()
    request.fetchBatchSize = batchSize
    request.sortDescriptors = keys.map { key in
      key.hasPrefix("-")
        ? FetchSortDescriptor(key: String(key.dropFirst()), ascending: false)
        : FetchSortDescriptor(key: key, ascending: true)
    }
    return request
  }

  func controller(
    batchSize: Int = 0, sectionedBy keyPath: String? = "qualifyingZone",
    in other:
      ManagedObjectContext? = nil
  ) -> FetchedResultsController<Team> {
    FetchedResultsController(
      fetchRequest: request(batchSize: batchSize), managedObjectContext: other ?? context,
      sectionNameKeyPath: keyPath)
  }
}

extension FetchedResultsController<Team> {
  /// The sections with the names of their teams.
  var lines: [String] {
    (sections ?? []).map { section in
      let teams = (section.objects as? [Team] ?? []).map { $0.teamName ?? "?" }
      return ([section.name + ":"] + teams).joined(separator: " ")
    }
  }
}

/// Notes what a controller tells, change by change.
final class ChangeNotes: FetchedResultsControllerDelegate {
  var notes: [String] = []
  var changes: [(team: Team, type: FetchedResultsChangeType, old: IndexPath?, new: IndexPath?)] = []
  var sectionChanges: [(type: FetchedResultsChangeType, index: Int)] = []
  /// Called at the end of each batch.
  var didChange: () -> Void = {}

  func controllerWillChangeContent(_ controller: FetchedResultsController<Team>) {
    notes.append("will")
    (changes, sectionChanges) = ([], [])
  }

  func controller(
    _ controller: FetchedResultsController<Team>, didChange sectionInfo: FetchedResultsSectionInfo,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    notes.append("\(type) section \(index) \(sectionInfo.name) of \(sectionInfo.numberOfObjects)")
    sectionChanges.append((type, index))
  }

  func controller(
    _ controller: FetchedResultsController<Team>, didChange object: Team, at indexPath: IndexPath?,
    for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.row)" } ?? "-" }
    notes.append(
      "\(type) \(object.teamName ?? "?") \(text(indexPath)) \(text(newIndexPath))")
    changes.append((object, type, indexPath, newIndexPath))
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<Team>) {
    notes.append("did")
    didChange()
  }

  func take() -> [String] {
    defer { notes = [] }
    return notes
  }
}
