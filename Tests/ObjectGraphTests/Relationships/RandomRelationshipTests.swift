import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Random edits of ordered and unordered relationships, in a context and in children of it, against
/// a plain model of arrays.
@MainActor
final class RandomRelationshipTests: XCTestCase {
  func testRelationshipsAreWhatAPlainModelSays() async throws {
    for seed in Campaign.seeds(6, full: 600) {
      try await eachStore(model: OrderedModel.walks()) { container in
        var run = RandomRun(container: container, seed: seed)
        for step in 1...60 {
          let what = try run.step()
          let found = try run.found()
          guard found == run.now else {
            XCTFail("seed \(seed), step \(step), \(what):\n\(found)\nis not\n\(run.now)")
            return
          }
          let contexts = [container.viewContext, run.context]
          XCTAssertEqual(
            contexts.flatMap { $0.checkInvariants() }, [], "seed \(seed), step \(step)")
          guard try run.rawAgrees() else {
            XCTFail("seed \(seed), step \(step), \(what): the sqlite3 shell sees something else")
            return
          }
        }
      }
    }
  }
}

/// All that there is, by name.
private struct World: Equatable, CustomStringConvertible {
  /// The walks of each walker, the parks of each walker, the walkers of each park.
  var walks: [String: [String]] = [:]
  var parks: [String: [String]] = [:]
  var walkers: [String: [String]] = [:]
  /// The guide of each walk that there is.
  var guides: [String: String?] = [:]
  var friends: [String: Set<String>] = [:]

  var description: String {
    func text<Value>(_ values: [String: Value]) -> String {
      values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
    return "walks \(text(walks))\nparks \(text(parks))\nwalkers \(text(walkers))\n"
      + "guides \(text(guides))\nfriends \(text(friends.mapValues { $0.sorted() }))"
  }

  mutating func place(_ walk: String, _ walker: String?, at index: Int? = nil) {
    for other in walks.keys { walks[other]?.removeAll { $0 == walk } }
    guard let walker else { return }
    walks[walker, default: []].insert(walk, at: index ?? walks[walker]?.count ?? 0)
  }

  mutating func setParks(_ new: [String], of walker: String) {
    let old = parks[walker] ?? []
    for park in old where !new.contains(park) { walkers[park]?.removeAll { $0 == walker } }
    for park in new where !old.contains(park) { walkers[park]?.append(walker) }
    parks[walker] = new
  }

  mutating func setWalkers(_ new: [String], of park: String) {
    let old = walkers[park] ?? []
    for walker in old where !new.contains(walker) { parks[walker]?.removeAll { $0 == park } }
    for walker in new where !old.contains(walker) { parks[walker]?.append(park) }
    walkers[park] = new
  }

  mutating func deleteWalker(_ name: String) {
    setParks([], of: name)
    (walks[name], parks[name], friends[name]) = (nil, nil, nil)
    for walk in guides.keys where guides[walk] == .some(name) { guides[walk] = .some(nil) }
    for other in friends.keys { friends[other]?.remove(name) }
  }

  mutating func deletePark(_ name: String) {
    setWalkers([], of: name)
    walkers[name] = nil
  }

  mutating func deleteWalk(_ name: String) {
    place(name, nil)
    guides[name] = nil
  }
}

@MainActor
private struct RandomRun {
  let container: PersistentContainer
  var generator: SeededGenerator
  var count = 0

  /// What the store, the main context and its child, if there is one, should have.
  var stored = World()
  var main = World()
  var child: (context: ManagedObjectContext, world: World)?

  init(container: PersistentContainer, seed: UInt64) {
    self.container = container
    generator = SeededGenerator(seed: seed)
  }

  var context: ManagedObjectContext { child?.context ?? container.viewContext }

  var now: World {
    get { child?.world ?? main }
    set { if child != nil { child?.world = newValue } else { main = newValue } }
  }

  // MARK: Objects by name

  private func objects<Object: ManagedObject>(_: Object.Type) throws -> [String: Object] {
    Dictionary(
      uniqueKeysWithValues: try context.fetch(FetchRequest<Object>()).map { object in
        (try object.value(forKey: "name") as? String ?? "", object)
      })
  }

  private func walker(_ name: String) throws -> Walker {
    try XCTUnwrap(try objects(Walker.self)[name])
  }
  private func walk(_ name: String) throws -> Walk {
    try XCTUnwrap(try objects(Walk.self)[name])
  }
  private func park(_ name: String) throws -> Park {
    try XCTUnwrap(try objects(Park.self)[name])
  }

  /// What the context says; each relationship is read from both ends.
  func found() throws -> World {
    var world = World()
    for (name, walker) in try objects(Walker.self) {
      world.walks[name] = walker.walks.map(\.name)
      world.parks[name] = walker.parks.map(\.name)
      world.friends[name] = Set(walker.friends.map(\.name))
      for walk in walker.walks where walk.walker !== walker { world.walks["inverse"] = [walk.name] }
      for walk in walker.guided where walk.guide !== walker { world.walks["guide"] = [walk.name] }
      for friend in walker.friends where !friend.friendOf.contains(walker) {
        world.walks["friend"] = [name, friend.name]
      }
      for friend in walker.friendOf where !friend.friends.contains(walker) {
        world.walks["friendOf"] = [name, friend.name]
      }
    }
    for (name, walk) in try objects(Walk.self) {
      world.guides[name] = .some(walk.guide?.name)
      if let walker = walk.walker, !walker.walks.contains(walk) { world.walks["lost"] = [name] }
      if let guide = walk.guide, !guide.guided.contains(walk) { world.walks["lost"] = [name] }
    }
    for (name, park) in try objects(Park.self) { world.walkers[name] = park.walkers.map(\.name) }
    return world
  }

  /// Whether the sqlite3 shell reads from the file what was saved last.
  func rawAgrees() throws -> Bool {
    func lists(_ values: [String: [String]]) -> String {
      values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        .map { "\($0.key) \($0.value.joined(separator: ","))" }.joined(separator: "\n")
    }
    func query(_ owner: String, _ member: String, _ from: String, _ order: String) -> String {
      "SELECT o || ' ' || group_concat(m) FROM (SELECT \(owner).ZNAME AS o, \(member).ZNAME AS m "
        + "FROM \(from) ORDER BY \(owner).ZNAME, \(order)) GROUP BY o;"
    }
    let joins =
      "Z_1WALKERS j JOIN ZWALKER w ON w.Z_PK = j.Z_3WALKERS JOIN ZPARK p ON p.Z_PK = j.Z_1PARKS"
    let queries = [
      query("w", "k", "ZWALKER w JOIN ZWALK k ON k.ZWALKER = w.Z_PK", "k.Z_FOK_WALKER"),
      query("w", "p", joins, "j.Z_FOK_1PARKS"), query("p", "w", joins, "j.Z_FOK_3WALKERS"),
    ]
    guard let raw = try container.shell(queries.joined(separator: " SELECT '-'; ")) else {
      return true
    }
    let expected = [stored.walks, stored.parks, stored.walkers].map(lists)
      .map { $0.isEmpty ? [] : [$0] }
    return raw == (expected[0] + ["-"] + expected[1] + ["-"] + expected[2]).joined(separator: "\n")
  }

  // MARK: Steps

  private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }

  private mutating func pick(_ names: some Collection<String>) -> String? {
    names.sorted().randomElement(using: &generator)
  }

  private mutating func some(of names: some Collection<String>) -> [String] {
    let all = names.sorted().shuffled(using: &generator)
    return Array(all.prefix(roll(all.count + 1)))
  }

  mutating func step() throws -> String {
    switch roll(24) {
    case 0...3: return try insert()
    case 4: return try delete()
    case 5, 6: return try setWalks()
    case 7...9: return try placeWalk()
    case 10, 11: return try setWalker()
    case 12: return try setParks()
    case 13: return try setWalkers()
    case 14: return try addPark()
    case 15: return try setGuide()
    case 16: return try setFriends()
    case 17: return try refresh()
    case 18: return try beginOrEndChild()
    case 19, 20: return try save()
    case 21: return rollback()
    case 22: return try movePark()
    default: return try dropAndRead()
    }
  }

  private mutating func insert() throws -> String {
    count += 1
    switch roll(4) {
    case 0:
      context.walker("w\(count)").name = "w\(count)"
      now.walks["w\(count)"] = []
      now.parks["w\(count)"] = []
      now.friends["w\(count)"] = []
    case 1:
      _ = context.park("p\(count)")
      now.walkers["p\(count)"] = []
    default:
      _ = context.walk("k\(count)")
      now.guides["k\(count)"] = .some(nil)
    }
    return "insert \(count)"
  }

  private mutating func delete() throws -> String {
    let name: String
    switch roll(3) {
    case 0:
      guard let walker = pick(now.walks.keys) else { return "" }
      name = walker
      context.delete(try self.walker(name))
      now.deleteWalker(name)
    case 1:
      guard let park = pick(now.walkers.keys) else { return "" }
      name = park
      context.delete(try self.park(name))
      now.deletePark(name)
    default:
      guard let walk = pick(now.guides.keys) else { return "" }
      name = walk
      context.delete(try self.walk(name))
      now.deleteWalk(name)
    }
    context.processPendingChanges()
    return "delete \(name)"
  }

  private mutating func setWalks() throws -> String {
    guard let name = pick(now.walks.keys) else { return "" }
    let new = some(of: now.guides.keys)
    let walks = try objects(Walk.self)
    try walker(name).walks = OrderedSet(new.compactMap { walks[$0] })
    for walk in now.walks[name] ?? [] where !new.contains(walk) { now.place(walk, nil) }
    for walk in new { now.place(walk, nil) }
    now.walks[name] = new
    return "\(name).walks = \(new)"
  }

  private mutating func placeWalk() throws -> String {
    guard let name = pick(now.walks.keys), let walk = pick(now.guides.keys) else { return "" }
    let others = (now.walks[name] ?? []).filter { $0 != walk }
    let index = roll(others.count + 1)
    try walker(name).insert(try self.walk(walk), into: "walks", at: index)
    now.place(walk, name, at: index)
    return "insert \(walk) into \(name).walks at \(index)"
  }

  private mutating func setWalker() throws -> String {
    guard let walk = pick(now.guides.keys) else { return "" }
    let name = roll(4) == 0 ? nil : pick(now.walks.keys)
    let new = try name.map { try walker($0) }
    try self.walk(walk).walker = new
    if let name, now.walks[name]?.contains(walk) == true { return "keep" }
    now.place(walk, name)
    return "\(walk).walker = \(name ?? "nil")"
  }

  private mutating func setParks() throws -> String {
    guard let name = pick(now.walks.keys) else { return "" }
    let new = some(of: now.walkers.keys)
    let parks = try objects(Park.self)
    try walker(name).parks = OrderedSet(new.compactMap { parks[$0] })
    now.setParks(new, of: name)
    return "\(name).parks = \(new)"
  }

  private mutating func setWalkers() throws -> String {
    guard let name = pick(now.walkers.keys) else { return "" }
    let new = some(of: now.walks.keys)
    let walkers = try objects(Walker.self)
    try park(name).walkers = OrderedSet(new.compactMap { walkers[$0] })
    now.setWalkers(new, of: name)
    return "\(name).walkers = \(new)"
  }

  private mutating func addPark() throws -> String {
    guard let name = pick(now.walks.keys), let park = pick(now.walkers.keys) else { return "" }
    try walker(name).add(try self.park(park), to: "parks")
    let old = now.parks[name] ?? []
    if !old.contains(park) { now.setParks(old + [park], of: name) }
    return "add \(park) to \(name).parks"
  }

  private mutating func movePark() throws -> String {
    guard let name = pick(now.walks.keys), var parks = now.parks[name],
      let park = pick(parks)
    else { return "" }
    parks.removeAll { $0 == park }
    let index = roll(parks.count + 1)
    parks.insert(park, at: index)
    try walker(name).mutableOrderedSetValue(forKey: "parks")
      .moveObject(try self.park(park), to: index)
    now.parks[name] = parks
    return "move \(park) in \(name).parks to \(index)"
  }

  private mutating func setGuide() throws -> String {
    guard let walk = pick(now.guides.keys) else { return "" }
    let name = roll(4) == 0 ? nil : pick(now.walks.keys)
    try self.walk(walk).guide = try name.map { try walker($0) }
    now.guides[walk] = .some(name)
    return "\(walk).guide = \(name ?? "nil")"
  }

  private mutating func setFriends() throws -> String {
    guard let name = pick(now.walks.keys) else { return "" }
    let new = some(of: now.walks.keys)
    let walkers = try objects(Walker.self)
    try walker(name).friends = Set(new.compactMap { walkers[$0] })
    now.friends[name] = Set(new)
    return "\(name).friends = \(new)"
  }

  private mutating func refresh() throws -> String {
    let all = context.registeredObjects.sorted { $0.objectID.reference < $1.objectID.reference }
    guard let object = all.randomElement(using: &generator) else { return "" }
    switch roll(3) {
    case 0:
      context.refreshAllObjects()
      return "refresh all"
    case 1:
      context.refresh(object, mergeChanges: true)
      return "refresh \(object) with merge"
    default:
      // What is left of the others' edits is not the model's business: only that both ends agree.
      context.refresh(object, mergeChanges: false)
      let found = try found()
      for note in ["inverse", "guide", "friend", "friendOf", "lost"] {
        XCTAssertNil(found.walks[note], "after refresh of \(object)")
      }
      now = found
      return "refresh \(object)"
    }
  }

  private mutating func beginOrEndChild() throws -> String {
    guard let current = child else {
      child = (container.viewContext.makeChild(), main)
      return "begin a child"
    }
    child = nil
    switch roll(3) {
    case 0:
      return "drop the child"
    case 1:
      try current.context.save()
      main = current.world
      return "save the child"
    default:
      try current.context.saveThrough()
      main = current.world
      stored = main
      return "save the child through"
    }
  }

  private mutating func save() throws -> String {
    guard child == nil else { return "" }
    try container.viewContext.save()
    stored = main
    return "save"
  }

  private mutating func rollback() -> String {
    if child != nil {
      context.rollback()
      child?.world = main
      return "roll the child back"
    }
    guard roll(3) == 0 else { return "" }
    context.rollback()
    main = stored
    return "roll back"
  }

  /// Forgets all objects of a context without changes, so that all is read again.
  private mutating func dropAndRead() throws -> String {
    guard !context.hasChanges else { return "" }
    context.reset()
    return "reset"
  }
}
