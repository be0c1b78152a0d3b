import Foundation
import ObjectGraph
import XCTest

/// A dog and the walks it took, in order: kept by the walks.
final class Walker: ManagedObject {
  @Managed("name") var name: String
  @Managed("walks") var walks: OrderedSet<Walk>
  @Managed("parks") var parks: OrderedSet<Park>
  @Managed("wishes") var wishes: OrderedSet<Park>
  @Managed("guided") var guided: Set<Walk>
  @Managed("friends") var friends: Set<Walker>
  @Managed("friendOf") var friendOf: Set<Walker>
}

final class Walk: ManagedObject {
  @Managed("name") var name: String
  @Managed("walker") var walker: Walker?
  @Managed("guide") var guide: Walker?
}

/// A place that walkers like, in an order of theirs and, from the other side, in one of its own.
final class Park: ManagedObject {
  @Managed("name") var name: String
  @Managed("walkers") var walkers: OrderedSet<Walker>
  @Managed("neighbours") var neighbours: OrderedSet<Park>
  @Managed("parts") var parts: OrderedSet<Park>
  @Managed("whole") var whole: Park?
}

enum OrderedModel {
  /// Makes the model with the default rule.
  static func make() -> ManagedObjectModel { walks() }

  static func walks(rule: DeleteRule = .nullifyDeleteRule) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Walker", class: Walker.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription(
          "walks", toMany: "Walk", inverse: "walker", isOrdered: true, deleteRule: rule)
        RelationshipDescription("parks", toMany: "Park", inverse: "walkers", isOrdered: true)
        RelationshipDescription("wishes", toMany: "Park", inverse: nil, isOrdered: true)
        RelationshipDescription("guided", toMany: "Walk", inverse: "guide")
        RelationshipDescription("friends", toMany: "Walker", inverse: "friendOf")
        RelationshipDescription("friendOf", toMany: "Walker", inverse: "friends")
      }
      EntityDescription("Walk", class: Walk.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription("walker", toOne: "Walker", inverse: "walks")
        RelationshipDescription("guide", toOne: "Walker", inverse: "guided")
      }
      EntityDescription("Park", class: Park.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        RelationshipDescription("walkers", toMany: "Walker", inverse: "parks", isOrdered: true)
        RelationshipDescription(
          "neighbours", toMany: "Park", inverse: "neighbours", isOrdered: true)
        RelationshipDescription("parts", toMany: "Park", inverse: "whole", isOrdered: true)
        RelationshipDescription("whole", toOne: "Park", inverse: "parts")
      }
    }
  }
}

extension ManagedObjectContext {
  func walker(_ name: String, walks: [String] = []) -> Walker {
    let walker = Walker(context: self)
    walker.name = name
    walker.walks = OrderedSet(walks.map { self.walk($0) })
    return walker
  }

  func walk(_ name: String) -> Walk {
    let walk = Walk(context: self)
    walk.name = name
    return walk
  }

  func park(_ name: String) -> Park {
    let park = Park(context: self)
    park.name = name
    return park
  }

  /// The only walker, as the store has it.
  func storedWalker() throws -> Walker {
    try XCTUnwrap(try fetch(FetchRequest<Walker>()).first)
  }
}

extension OrderedSet where Element == Walk {
  var names: String { map(\.name).joined() }
}

extension OrderedSet where Element == Park {
  var names: String { map(\.name).joined() }
}

extension OrderedSet where Element == Walker {
  var names: String { map(\.name).joined() }
}

/// Asks the sqlite3 shell, an oracle that is not ours.
func sqliteShell(_ file: URL, _ query: String) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
  process.arguments = [file.path, query]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

extension PersistentContainer {
  /// The answer of the sqlite3 shell about the container's store; nil when that is not a file.
  func shell(_ query: String) throws -> String? {
    guard let store = persistentStoreCoordinator.persistentStores.first, store.type == .sqlite
    else { return nil }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else {
      throw XCTSkip("/usr/bin/sqlite3 is not installed")
    }
    return try sqliteShell(store.url, query)
  }
}
