import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Changes of objects and of their relationships.
extension CombinationRun {
  func edit() throws -> String {
    if now.values.count + now.weights.count < 4 { return try insert() }
    switch roll(14) {
    case 0, 1: return try insert()
    case 2: return try delete()
    case 3, 4: return try setValue()
    case 5: return try setParts()
    case 6, 7: return try placePart()
    case 8: return try setWhole()
    case 9: return try setMarks()
    case 10: return try setBearers()
    case 11: return try moveMark()
    case 12: return try setFriends()
    default: return try setWeight()
    }
  }

  func insert() throws -> String {
    count += 1
    let store = roll(stores.count)
    let object: ManagedObject
    let code: String
    switch roll(4) {
    case 0, 1:
      code = "\(store)e\(count)"
      let isMore = roll(2) == 0
      let thing = isMore ? BigGadget(context: context) : Gadget(context: context)
      thing.code = code
      now.values[code] = .init()
      now.parts[code] = []
      now.marks[code] = []
      now.friends[code] = []
      if let more = thing as? BigGadget {
        more.size = Int32(count)
        now.values[code]?.size = Int32(count)
      }
      object = thing
    case 2:
      code = "\(store)p\(count)"
      let part = Part(context: context)
      part.code = code
      now.weights[code] = 0
      object = part
    default:
      code = "\(store)m\(count)"
      let mark = Mark(context: context)
      mark.code = code
      now.bearers[code] = []
      object = mark
    }
    context.assign(object, to: stores[store])
    return "insert \(code)"
  }

  func delete() throws -> String {
    let codes = Array(now.values.keys) + Array(now.weights.keys) + Array(now.bearers.keys)
    guard let code = pick(codes) else { return "" }
    let object: ManagedObject =
      now.values[code] != nil
      ? try thing(code) : now.weights[code] != nil ? try part(code) : try mark(code)
    context.delete(object)
    now.delete(code)
    return "delete \(code)"
  }

  func setValue() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let thing = try thing(code)
    count += 1
    let isNil = roll(4) == 0
    switch roll(5) {
    case 0:
      thing.title = isNil ? nil : "title \(count)"
      now.values[code]?.title = isNil ? nil : "title \(count)"
      return "\(code).title \(count)"
    case 1:
      let red = UInt8(1 + roll(200))
      thing.color = isNil ? nil : Color(red: red, green: 1, blue: 2)
      now.values[code]?.red = isNil ? nil : red
      return "\(code).color \(isNil ? 0 : red)"
    case 2:
      let address =
        isNil ? nil : Address(street: roll(2) == 0 ? nil : "s\(count)", city: "c\(count)")
      thing.address = address
      now.values[code]?.city = address?.city
      now.values[code]?.street = address?.street
      return "\(code).address \(address?.city ?? "nil")"
    case 3:
      thing.mood = "mood \(count)"
      XCTAssertEqual(thing.mood, "mood \(count)")
      return "\(code).mood"
    default:
      let number = UInt8(1 + roll(200))
      thing.photo = isNil ? nil : Self.photo(number)
      now.values[code]?.photo = isNil ? nil : number
      return "\(code).photo \(isNil ? 0 : number)"
    }
  }

  func setParts() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.weights.keys, with: code)
    let parts = try objects(Part.self)
    try thing(code).parts = OrderedSet(new.compactMap { parts[$0] })
    now.setParts(new, of: code)
    return "\(code).parts = \(new)"
  }

  func placePart() throws -> String {
    guard let code = pick(now.values.keys),
      let part = pick(now.weights.keys.filter { $0.first == code.first })
    else { return "" }
    let index = roll((now.parts[code] ?? []).filter { $0 != part }.count + 1)
    try thing(code).insert(try self.part(part), into: "parts", at: index)
    now.place(part, in: code, at: index)
    return "insert \(part) into \(code).parts at \(index)"
  }

  func setWhole() throws -> String {
    guard let code = pick(now.weights.keys) else { return "" }
    let whole = roll(4) == 0 ? nil : pick(now.values.keys.filter { $0.first == code.first })
    try part(code).whole = try whole.map { try thing($0) }
    if let whole, now.parts[whole]?.contains(code) == true { return "keep" }
    now.place(code, in: whole)
    return "\(code).whole = \(whole ?? "nil")"
  }

  func setMarks() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.bearers.keys, with: code)
    let marks = try objects(Mark.self)
    try thing(code).marks = OrderedSet(new.compactMap { marks[$0] })
    now.setMarks(new, of: code)
    return "\(code).marks = \(new)"
  }

  func setBearers() throws -> String {
    guard let code = pick(now.bearers.keys) else { return "" }
    let new = some(of: now.values.keys, with: code)
    let things = try objects(Gadget.self)
    try mark(code).bearers = OrderedSet(new.compactMap { things[$0] })
    now.setBearers(new, of: code)
    return "\(code).bearers = \(new)"
  }

  func moveMark() throws -> String {
    guard let code = pick(now.values.keys), var marks = now.marks[code], let mark = pick(marks)
    else { return "" }
    marks.removeAll { $0 == mark }
    let index = roll(marks.count + 1)
    marks.insert(mark, at: index)
    try thing(code).mutableOrderedSetValue(forKey: "marks").moveObject(
      try self.mark(mark), to: index)
    now.marks[code] = marks
    return "move \(mark) in \(code).marks to \(index)"
  }

  func setFriends() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.values.keys, with: code)
    let things = try objects(Gadget.self)
    try thing(code).friends = Set(new.compactMap { things[$0] })
    now.friends[code] = Set(new)
    return "\(code).friends = \(new)"
  }

  func setWeight() throws -> String {
    guard let code = pick(now.weights.keys) else { return "" }
    let weight = Int32(roll(100))
    try part(code).weight = weight
    now.weights[code] = weight
    return "\(code).weight = \(weight)"
  }
}
