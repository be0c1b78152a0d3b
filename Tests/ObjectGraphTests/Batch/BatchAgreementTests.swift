import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random batch requests against the same work done by objects one by one, in a store of its own.
@MainActor
final class BatchAgreementTests: XCTestCase {
  func testBatchesOfOrderedRelationshipsEndAsObjectsDo() async throws {
    try await compare(OrderedModel.walks()) { World(ordered: &$0, in: $1) }
  }

  func testBatchesThatCascadeEndAsObjectsDo() async throws {
    try await compare(OrderedModel.walks(rule: .cascadeDeleteRule)) {
      World(ordered: &$0, in: $1)
    }
  }

  func testBatchesUnderDerivedAttributesEndAsObjectsDo() async throws {
    try await compare(LibraryModel.make(booksRule: .cascadeDeleteRule)) {
      World(library: &$0, in: $1)
    }
  }

  private func compare(
    _ model: @autoclosure () -> ManagedObjectModel,
    seed makeWorld: (inout SplitMix, ManagedObjectContext) -> World
  ) async throws {
    for seed in Campaign.seeds(10, full: 1_000) {
      try await eachStore(model: model()) { batches in
        let objects = try PersistentContainer(
          name: "Objects", managedObjectModel: model(), descriptions: [.inMemory()])
        try objects.loadPersistentStores()
        var world: World?
        for container in [batches, objects] {
          var random = SplitMix(state: seed)
          let context = ManagedObjectContext(
            mainQueueFor: container.persistentStoreCoordinator)
          world = makeWorld(&random, context)
          try context.save()
        }
        guard let world else { return }
        var random = SplitMix(state: seed &+ 1000)
        for step in 1...6 {
          let work = world.work(&random, number: step)
          try work.asBatch(
            ManagedObjectContext(mainQueueFor: batches.persistentStoreCoordinator), world)
          try work.byObjects(
            ManagedObjectContext(mainQueueFor: objects.persistentStoreCoordinator), world)
          let (found, wanted) = (try world.state(of: batches), try world.state(of: objects))
          guard found == wanted else {
            XCTFail("seed \(seed), step \(step), \(work):\n\(found)\nis not\n\(wanted)")
            return
          }
        }
      }
    }
  }
}

/// What there is, and what may be asked of it.
@MainActor
private struct World {
  /// The attribute that names the objects of each entity.
  let names: [String: String]
  /// To-one relationships that may be given, by entity.
  let links: [(entity: String, key: String, destination: String)]
  /// Integer attributes that may be counted up.
  let numbers: [(entity: String, key: String)]

  init(ordered random: inout SplitMix, in context: ManagedObjectContext) {
    names = ["Walker": "name", "Walk": "name", "Park": "name"]
    links = [
      ("Walk", "walker", "Walker"), ("Walk", "guide", "Walker"), ("Park", "whole", "Park"),
    ]
    numbers = []
    let walkers = (0..<3).map { context.walker("W\($0)") }
    let parks = (0..<4).map { context.park("P\($0)") }
    for number in 0..<6 {
      let walk = context.walk("\("abc".randomLetter(&random))\(number)")
      if random.below(3) > 0 { walk.walker = walkers[random.below(3)] }
      if random.below(2) > 0 { walk.guide = walkers[random.below(3)] }
    }
    for walker in walkers {
      for park in parks where random.below(2) > 0 { walker.parks.append(park) }
      walker.friends = Set(walkers.filter { _ in random.below(2) > 0 })
    }
    for (index, park) in parks.enumerated() where index > 0 && random.below(2) > 0 {
      park.whole = parks[random.below(index)]
    }
  }

  init(library random: inout SplitMix, in context: ManagedObjectContext) {
    names = ["Author": "name", "Book": "title", "Tag": "label", "Publisher": "name"]
    links = [("Book", "author", "Author"), ("Author", "publisher", "Publisher")]
    numbers = [("Book", "words"), ("Author", "age")]
    let publishers = (0..<2).map { number in
      let publisher = Publisher(context: context)
      publisher.name = "P\(number)"
      return publisher
    }
    let authors = (0..<3).map { context.author("A\($0)", age: Int16(20 + random.below(30))) }
    let tags = (0..<3).map { number in
      let tag = Tag(context: context)
      tag.label = "T\(number)"
      return tag
    }
    for author in authors where random.below(3) > 0 {
      author.publisher = publishers[random.below(2)]
    }
    for number in 0..<6 {
      let title = "\("abc".randomLetter(&random))\(number)"
      let author = random.below(4) > 0 ? authors[random.below(3)] : nil
      let book = context.book(title, by: author, words: Int32(random.below(50)))
      book.tags = Set(tags.filter { _ in random.below(2) > 0 })
    }
  }

  func work(_ random: inout SplitMix, number: Int) -> Work {
    let entities = names.keys.sorted()
    switch random.below(numbers.isEmpty ? 4 : 6) {
    case 0:
      let entity = entities[random.below(entities.count)]
      return .delete(entity, digit: random.below(4))
    case 1:
      let link = links[random.below(links.count)]
      return .insert(
        link.entity, name: "new\(number)", key: link.key, to: link.destination,
        digit: random.below(4))
    case 2, 3:
      let link = links[random.below(links.count)]
      return .link(
        link.entity, digit: random.below(4), key: link.key, to: link.destination,
        destination: random.below(5) - 1)
    default:
      let count = numbers[random.below(numbers.count)]
      return .count(count.entity, digit: random.below(4), key: count.key, by: random.below(9))
    }
  }

  /// Every object by name with its values, and with the names of those that it is related to.
  func state(of container: PersistentContainer) throws -> [String] {
    let context = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
    var lines: [String] = []
    for entity in names.keys.sorted() {
      for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity)) {
        var line = "\(entity) \(try name(object))"
        for (key, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
          if let attribute = property as? AttributeDescription {
            guard attribute.attributeType != .date, let value = try object.value(forKey: key)
            else { continue }
            line += " \(key)=\(value)"
          } else {
            switch try object.value(forKey: key) {
            case let other as ManagedObject: line += " \(key)=\(try name(other))"
            case let others as OrderedSet<ManagedObject>:
              line += " \(key)=\(try others.map(name))"
            case let others as Set<ManagedObject>:
              line += " \(key)=\(try others.map(name).sorted())"
            default: break
            }
          }
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }

  func name(_ object: ManagedObject) throws -> String {
    let entity = object.entity.superentity ?? object.entity
    return try object.value(forKey: names[entity.name ?? ""] ?? "name") as? String ?? "-"
  }

  /// The objects whose name ends with a digit.
  func request(_ entity: String, digit: Int) throws -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.predicate = try FetchPredicate(
      format: "%K ENDSWITH %@", names[entity] ?? "name", "\(digit)")
    return request
  }
}

/// One piece of work on the objects whose name ends with a digit.
private enum Work {
  case delete(String, digit: Int)
  case insert(String, name: String, key: String, to: String, digit: Int)
  /// Below 0 for none.
  case link(String, digit: Int, key: String, to: String, destination: Int)
  case count(String, digit: Int, key: String, by: Int)

  @MainActor
  func asBatch(_ context: ManagedObjectContext, _ world: World) throws {
    switch self {
    case .delete(let entity, let digit):
      try context.execute(
        BatchDeleteRequest(fetchRequest: try world.request(entity, digit: digit)))
    case .insert(let entity, let name, let key, let to, let digit):
      var values: [String: Any] = [world.names[entity] ?? "name": name]
      if let other = try context.fetch(world.request(to, digit: digit)).first {
        values[key] = other.objectID
      }
      try context.execute(BatchInsertRequest(entityName: entity, objects: [values]))
    case .link(let entity, let digit, let key, let to, let destination):
      let other = try context.fetch(world.request(to, digit: destination)).first
      let request = BatchUpdateRequest(entityName: entity)
      request.predicate = try world.request(entity, digit: digit).predicate
      request.propertiesToUpdate = [key: other?.objectID]
      try context.execute(request)
    case .count(let entity, let digit, let key, let number):
      let request = BatchUpdateRequest(entityName: entity)
      request.predicate = try world.request(entity, digit: digit).predicate
      request.propertiesToUpdate = [key: try expression("\(key) + \(number)")]
      try context.execute(request)
    }
  }

  @MainActor
  func byObjects(_ context: ManagedObjectContext, _ world: World) throws {
    switch self {
    case .delete(let entity, let digit):
      for object in try context.fetch(world.request(entity, digit: digit)) {
        context.delete(object)
      }
    case .insert(let entity, let name, let key, let to, let digit):
      let other = try context.fetch(world.request(to, digit: digit)).first
      let object = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
      try object.setValue(name, forKey: world.names[entity] ?? "name")
      if let other { try object.setValue(other, forKey: key) }
    case .link(let entity, let digit, let key, let to, let destination):
      let other = try context.fetch(world.request(to, digit: destination)).first
      for object in try context.fetch(world.request(entity, digit: digit)) {
        try object.setValue(other, forKey: key)
      }
    case .count(let entity, let digit, let key, let number):
      for object in try context.fetch(world.request(entity, digit: digit)) {
        guard let value = try object.value(forKey: key) as? Int64 else { continue }
        try object.setValue(value + Int64(number), forKey: key)
      }
    }
    try context.save()
  }
}

extension String {
  fileprivate func randomLetter(_ random: inout SplitMix) -> Character {
    self[index(startIndex, offsetBy: random.below(count))]
  }
}
