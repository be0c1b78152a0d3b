import Campground
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// What clerks do every day is undone without a trace, but for the ledger, which gets further lines,
/// and stays that were booked, which are canceled.
final class EverydayCommandsUndoneTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; class add Pull; campsite add 1-6 type rv rate 45")
    try run("campsite edit 5,6 class Pull; tax add Occ 10%; item add wood price 6 stock 4")
    try run("policy add Std steps \"0-2 nights 1, 3+ nothing\" grace 0")
    try run("season add Peak from 06-01 to 08-31; rate add High 80 season Peak weekdays fri,sat")
    try run(
      "meter rate electricity 0.5 unit kWh; employee add Kasey; camper add Ada; camper add Bo")
    try run("reserve 1 for Ada from today nights 3; reserve 2 for Bo from tomorrow nights 4")
    try run("group book Oaks sites 3,4 for Ada from today nights 2; walkin 6 for Bo nights 2")
    try run(
      "pay R-1 50 cash; charge R-1 9 ice; late R-2; voucher add 20 for Bo; meter add 6 electricity 5"
    )
  }

  /// Every stored value that the commands below change, by entity, apart from the ledger, the events
  /// and what counts versions.
  private func picture() throws -> Set<String> {
    let ledger: Set = [
      "FolioEntry", "Posting", "Folio", "Sale", "Event", "EventChange", "EventImage", "Waiver",
      "Charge", "Allowance", "SavedPad",
    ]
    let marks: Set = ["revision", "endRevision", "rulesRevision", "rateRevision", "effectiveFrom"]
    let context = stack.mainContext
    var lines: Set<String> = []
    for (name, entity) in ManagedObjectModel.campground.entitiesByName where !ledger.contains(name)
    {
      let toOnes = entity.relationshipsByName.filter { !$0.value.isToMany }.keys
        .filter { $0 != "folio" && $0 != "entry" }
      // A reading whose charge was reversed stays, and does not count.
      if name == "MeterReading" { continue }
      for object in try context.fetch(FetchRequest<ManagedObject>(entityName: name)) {
        if let rule = object as? VersionedRule, !rule.isInForce { continue }
        if let step = object as? CancellationStep, step.policy?.isInForce != true { continue }
        let values = try entity.attributesByName.keys.filter { !marks.contains($0) }.sorted().map {
          "\($0) \(Self.text(of: try object.value(forKey: $0)))"
        }
        let others = try toOnes.sorted().map { key in
          let other = try object.value(forKey: key) as? ManagedObject
          let label = try other.map { other in
            let known = other.entity.attributesByName
            return try ["name", "fullName", "number"].filter { known[$0] != nil }
              .map { "\(try other.value(forKey: $0) ?? "nil")" }.joined()
          }
          return "\(key) \(label ?? "nil")"
        }
        lines.insert("\(name) \((values + others).joined(separator: ", "))")
      }
    }
    return lines
  }

  private static func text(of value: Any?) -> String {
    if let parts = value as? [String: Any] {
      return parts.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: " ")
    }
    return value.map { "\($0)" } ?? "nil"
  }

  private func dues() throws -> String { try run("balances") }

  func testTheStoreIsAsItWas() async throws {
    let commands = [
      "camper edit Bo phone 555-0190", "camper add Cyd", "camper delete Cyd",
      "campsite edit 5 rate 50", "campsite edit 5 name B5", "campsite add 9 rate 30",
      "campsite edit 5 loop North; campsite edit 5 people 4",
      "class add Tiny", "class edit Pull name Push",
      "block add 5 from 2026-07-01 nights 3 reason dig",
      "block edit 5 on 2026-07-01 to 2026-07-06", "block delete 5 2026-07-01",
      "housekeeping clean 6", "campsite retire 5 from 2027-01-01", "campsite restore 5",
      "tax edit Occ 12%", "tax delete Occ", "rate edit High 90", "rate delete High",
      "rate add Low 20",
      "season edit Peak to 07-31", "policy edit Std steps \"0-4 50%, 5+ nothing\"",
      "policy delete Std",
      "policy add Other steps \"0+ all\"", "discount add Club 10%", "fee add Dog 5 per pet",
      "deposit add Half 50%", "rule add Two minimum 2", "rule delete Two",
      "item edit wood price 7 stock 9", "item delete wood", "item add ice price 3",
      "employee edit Kasey department Desk", "employee delete Kasey", "employee add Lee",
      "meter rate electricity 0.6 unit kWh", "campground edit checkout 10:00",
      "extend R-1 nights 2", "shorten R-2 nights 2",
      "reservation dates R-2 from 2026-06-20 nights 5",
      "move R-2 to 5", "reservation split R-2 on 2026-06-18 to 5", "swap R-2 R-1",
      "reservation edit R-2 adults 3 note hi", "reservation edit R-2 for Ada",
      "reservation edit R-1 price 30", "deposit R-2 20",
      "late R-1", "late R-2 undo", "checkin R-1", "checkin R-2 early", "cancel R-2",
      "cancel R-2 keep 5", "checkout R-5", "group checkin Oaks", "group leave R-3",
      "group cancel Oaks", "campsite detail 5 view lake", "campground edit name Glen hold 20",
      "pay R-1 20 card", "pay R-2 20 check 1188", "refund R-1 10 cash reason x",
      "charge R-1 5 wood",
      "allowance R-1 5 reason noise", "sale add wood quantity 2",
      "sale add wood quantity 1 charge R-1",
      "payment move R-1 to R-2", "meter add 6 electricity 25",
      "group charge Oaks amount 30 for Hall",
    ]
    for command in commands {
      do {
        try checkUndone(command)
      } catch {
        XCTFail("\(command): \(error)")
      }
    }
  }

  private func checkUndone(_ command: String) throws {
    let (before, due) = try (picture(), dues())
    for part in command.split(separator: ";") { try run(String(part)) }
    XCTAssertTrue(try picture() != before || dues() != due, "\(command) changed nothing")
    for _ in command.split(separator: ";") {
      XCTAssertTrue(try run("undo").hasPrefix("Undid: "), command)
    }
    let after = try picture()
    XCTAssertEqual(before.subtracting(after), [], "\(command): lost")
    XCTAssertEqual(after.subtracting(before), [], "\(command): left")
    XCTAssertEqual(try dues(), due, command)
    // What is added stays as the base of the next ones.
    let isBase = ["block add", "block edit", "camper add", "rule add", "campsite retire"].contains {
      command.hasPrefix($0)
    }
    if isBase { try run(command) }
  }
}
