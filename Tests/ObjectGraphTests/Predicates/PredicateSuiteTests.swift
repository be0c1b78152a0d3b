import Foundation
import ObjectGraph
import XCTest

/// Each predicate finds the same objects in every store: unsaved, saved, and with unsaved changes
/// laid over rows that say something else.
///
/// The expected labels are derived by hand from `PredicateSuiteModel` and the rules: nil is equal
/// to nil alone, it differs from every value, any other comparison with it is false (IN included),
/// and NOT is the exact complement.
@MainActor
final class PredicateSuiteTests: XCTestCase {
  private struct Question {
    let format: String
    let expected: String
    var arguments: [Any] = []

    init(_ format: String, _ expected: String, _ arguments: Any...) {
      (self.format, self.expected, self.arguments) = (format, expected, arguments)
    }
  }

  private let text: [Question] = [
    Question("name == 'Lake'", "A"),
    Question("name != 'Lake'", "BCDE"),
    Question("NOT name == 'Lake'", "BCDE"),
    Question("NOT name != 'Lake'", "A"),
    Question("name == nil", "C"),
    Question("name != nil", "ABDE"),
    Question("name == ''", "D"),
    Question("name == %@", "E", "Élan*50%"),
    // By bytes: "L" < "l" < "É".
    Question("name > 'Lake'", "BE"),
    Question("NOT (name > 'Lake')", "ACD"),
    Question("name <= 'Lake'", "AD"),
    Question("name BETWEEN {'A', 'Z'}", "A"),
    Question("name ==[c] 'LAKE'", "A"),
    Question("name ==[d] 'lakeside E'", "B"),
    Question("name ==[cd] 'LAKESIDE e'", "B"),
    Question("name !=[c] 'LAKE'", "BCDE"),
    Question("name BEGINSWITH 'Lake'", "A"),
    Question("name BEGINSWITH[c] 'lake'", "AB"),
    Question("name BEGINSWITH[cd] 'ELAN'", "E"),
    Question("NOT name BEGINSWITH[c] 'lake'", "CDE"),
    Question("name ENDSWITH '%'", "E"),
    Question("name CONTAINS 'ak'", "AB"),
    Question("name CONTAINS[c] 'SIDE'", "B"),
    Question("name CONTAINS[d] 'E'", "BE"),
    Question("name CONTAINS nil", ""),
    Question("name LIKE 'L*'", "A"),
    Question("name LIKE[c] 'l?ke*'", "AB"),
    Question("name LIKE '*50%'", "E"),
    Question("name LIKE 'Lak'", ""),
    Question("name MATCHES '.*[0-9]+%'", "E"),
    Question("name MATCHES 'Lak'", ""),
    Question("name MATCHES[c] 'LAKE.*'", "AB"),
    Question("name IN {'Lake', ''}", "AD"),
    Question("NOT name IN {'Lake', ''}", "BCE"),
    Question("name IN[c] {'LAKE', 'none'}", "A"),
    Question("name IN {}", ""),
    Question("label IN %@", "AE", ["A", "E", "Z"]),
  ]

  private let numbers: [Question] = [
    Question("number == 2", "B"),
    Question("number != 2", "ACDE"),
    Question("number < 3", "ABE"),
    Question("NOT number < 3", "CD"),
    Question("number >= 2", "BC"),
    Question("number > 1.5", "BC"),
    Question("2 <= number", "BC"),
    Question("number == nil", "D"),
    Question("number > nil", ""),
    Question("number BETWEEN {1, 3}", "ABC"),
    Question("number BETWEEN {3, 1}", ""),
    Question("number IN {1, 3, 99}", "AC"),
    // A nil in a list matches nothing.
    Question("number IN {1, nil}", "A"),
    Question("NOT number IN {1, nil}", "BCDE"),
    Question("NOT number IN {1, 3}", "BDE"),
    Question("area == 40.5", "A"),
    Question("area <= 0", "BD"),
    Question("price == 10.5", "AD"),
    Question("price > 0.1", "ABD"),
    Question("price != 20", "ACDE"),
    Question("isOpen == true", "AD"),
    Question("isOpen != true", "BCE"),
    Question("isOpen == nil", "C"),
  ]

  private let arithmetic: [Question] = [
    Question("number + 1 == 3", "B"),
    Question("number * number > 8", "CE"),
    // A 0 < 40.5, B 1 < 0, E -8 < 12.25; C has no area and D no number.
    Question("number - 1 < area", "AE"),
    Question("-number == 7", "E"),
    // Whole numbers divide to whole numbers: 2 / 2 and 3 / 2.
    Question("number / 2 == 1", "BC"),
    Question("number / 0 == nil", "ABCDE"),
    Question("area * 2 == 81", "A"),
    // Exactly, not in binary fractions.
    Question("price + 0.1 == 0.2", "E"),
    Question("price * 2 == 21", "AD"),
    Question("(number + 1) * 2 == 4 OR number ** 2 == 9", "AC"),
  ]

  private let dates: [Question] = [
    Question("opened == 2020-01-01", "AD"),
    Question("opened != 2020-01-01", "BCE"),
    Question("opened >= 2021-06-15", "BE"),
    Question("opened < 2021-06-15", "AD"),
    Question("opened BETWEEN {2020-01-02, 2022-01-01}", "B"),
    Question("opened IN {2020-01-01, 2024-02-29}", "ADE"),
    Question("opened == nil", "C"),
    Question("NOT opened > 2020-01-01", "ACD"),
  ]

  /// Seconds; 2020-01-01 and 2021-06-15 are 366 + 165 days apart.
  private let durations: [Question] = [
    Question("opened - 2020-01-01 > 0", "BE"),
    Question("NOT opened - 2020-01-01 > 0", "ACD"),
    Question("opened - 2020-01-01 == 0", "AD"),
    Question("(opened - 2020-01-01) / 86400 == 531", "B"),
    Question("2020-01-01 - opened == -531 * 86400", "B"),
    Question("opened - nil == nil", "ABCDE"),
    Question("opened - 2020-01-01 == nil", "C"),
    Question("opened + 86400 == 2020-01-02", "AD"),
    // No date is infinitely far away, and the left side's constants go with the comparison.
    Question(
      "NOT TERNARY(number > 1, opened, 2020-01-01) < CAST('inf', 'NSNumber') + 2020-01-01",
      "ABCDE"),
    Question("opened - 86400 == 2024-02-28", "E"),
    Question("opened + 43200 == 2020-01-01T12:00:00Z", "AD"),
    Question("86400 * number + 2020-01-01 == opened + 86400", "A"),
    // Not cut off, though each side is a whole number.
    Question("(opened + 129600 - opened) / 86400 == 1.5", "ABDE"),
    Question("opened BETWEEN {2020-01-01 - 1, 2020-01-01 + 1}", "AD"),
    Question("opened == 2020-01-01 + 0.5", ""),
    Question("now() - opened > 86400", "ABDE"),
    Question("opened > now() - 1", ""),
    Question("opened + price > 2024-02-29", "E"),
  ]

  private let computed: [Question] = [
    Question("ANY lowercase(stays.guest) == 'ann'", "AB"),
    Question("ANY stays.nights + 1 > 5", "BE"),
    Question("NOT (ANY stays.nights + 1 > 5)", "ACD"),
    Question("ALL stays.nights * 2 > 2", "BCE"),
    Question("NONE length(stays.guest) == 3", "CDE"),
    Question("ANY -stays.nights < -4", "BE"),
    Question("ANY stays.nights + stays.site.number > 5", "B"),
    Question("ANY stays.nights * number == 3", "A"),
    Question("ANY TERNARY(stays.nights > 4, stays.guest, 'none') == 'Ann'", "B"),
    Question("ANY CAST(stays.nights, 'NSString') BEGINSWITH '3'", "A"),
    Question("ANY uppercase(tags.label) IN {'SHADE'}", "AB"),
    Question("ANY abs(stays.nights - number) == tags.@count", "A"),
    Question("ANY TERNARY(ANY tags.label == 'water', stays.nights, 0) > 2", "A"),
  ]

  private let collections: [Question] = [
    Question("ANY stays.guest == 'Ann'", "AB"),
    Question("ANY stays.guest != 'Ann'", "ADE"),
    Question("NONE stays.guest == 'Ann'", "CDE"),
    Question("NONE stays.guest != 'Ann'", "BC"),
    Question("NOT (ANY stays.guest == 'Ann')", "CDE"),
    Question("ALL stays.guest == 'Ann'", "BC"),
    Question("ANY stays.guest == nil", "D"),
    Question("ANY stays.guest IN {'Bob', 'Cy'}", "AE"),
    Question("ANY stays.guest BEGINSWITH[c] 'a'", "AB"),
    Question("ANY stays.nights > 4", "BE"),
    Question("ANY stays.nights BETWEEN {2, 3}", "AE"),
    // Nobody stays at C, so all do; the nights of D's stay are nil.
    Question("ALL stays.nights > 1", "BCE"),
    Question("NOT (ALL stays.nights > 1)", "AD"),
    Question("ANY stays.nights > number", "ABE"),
    Question("stays.@count == 0", "C"),
    Question("stays.@count > 1", "AE"),
    Question("stays.@count != 1", "ACE"),
    Question("ANY tags.label == 'shade'", "AB"),
    Question("ALL tags.label == 'water'", "CDE"),
    Question("NONE tags.label == 'water'", "BCE"),
    Question("tags.@count == 0", "CE"),
    Question("ANY tags.label == 'shade' AND ANY tags.label == 'water'", "A"),
    // Over several to-many relationships: from A by both tags to A, B, A, D, from B by the shade to
    // A and B, from D by the water to A and D.
    Question("ANY tags.sites.name == 'lakeside É'", "AB"),
    Question("NONE tags.sites.name == 'Lake'", "CE"),
    Question("ALL tags.sites.isOpen == YES", "CDE"),
    Question("ANY tags.sites.stays.guest == nil", "AD"),
    Question("tags.sites.@count == 4", "A"),
    Question("tags.sites.@count > 0", "ABD"),
    Question("tags.sites[SIZE] == 0", "CE"),
    Question("count(distinct(tags.sites)) == 3", "A"),
    Question("tags.sites.stays.nights.@sum == 15", "A"),
    Question("tags.sites.stays.nights.@sum == 11", "B"),
    Question("tags.@max.sites.stays.nights == 3", "D"),
    Question("SUBQUERY(tags.sites, $s, $s.number > 1).@count == 1", "AB"),
    Question("SUBQUERY(tags.sites, $s, ANY $s.tags.sites.number == 2).@count > 1", "AB"),
    Question("ANY abs(tags.sites.stays.nights) == 7", "AB"),
    Question("ANY tags.sites.stays.site == SELF", "ABD"),
    Question("ANY tags.sites.stays.site.tags.label == 'shade'", "ABD"),
  ]

  private let compounds: [Question] = [
    Question("TRUEPREDICATE", "ABCDE"),
    Question("FALSEPREDICATE", ""),
    // AND binds more tightly than OR.
    Question("name == 'Lake' OR number == 3 AND area == nil", "AC"),
    Question("(name == 'Lake' OR number == 3) AND isOpen == true", "A"),
    Question("NOT (isOpen == true OR number == 3)", "BE"),
    Question("NOT isOpen == true AND NOT number == 3", "BE"),
    Question("stays.@count == tags.@count", "ABCD"),
  ]

  private let ofStays: [Question] = [
    Question("site.name == 'Lake'", "12"),
    Question("site.name != 'Lake'", "34567"),
    Question("site.name == nil", "7"),
    Question("site == nil", "7"),
    Question("site != nil", "123456"),
    Question("nights > site.number", "1356"),
    Question("site.price >= 10.5", "1234"),
    Question("ANY site.tags.label == 'shade'", "123"),
    Question("site.stays.@count == 2", "1256"),
    Question("site.isOpen == true AND nights < 3", "2"),
    Question("ANY length(site.tags.label) == 5", "1234"),
    Question("site.tags.sites.@count == 2", "34"),
    Question("site.tags.sites.@count == nil", "7"),
    Question("ANY site.tags.sites.stays.guest == nil", "124"),
    Question("%@ IN site.tags.sites.stays.guest", "1234", "Bob"),
    Question("ALL length(site.tags.label) == 6", "567"),
  ]

  // MARK: The objects

  private func insertAll(into context: ManagedObjectContext) throws -> [String: ManagedObject] {
    var objects: [String: ManagedObject] = [:]
    for (entity, label, _) in try PredicateSuiteModel.attributes() {
      let object = try ManagedObject.inserted(entity, into: context)
      try object.setValue(label, forKey: "label")
      objects[label] = object
    }
    return objects
  }

  private func fill(_ objects: [String: ManagedObject]) throws {
    for (entity, label, values) in try PredicateSuiteModel.attributes() {
      let object = try XCTUnwrap(objects[label])
      for (key, value) in values { try object.setValue(value, forKey: key) }
      if entity == "Stay" {
        let site = PredicateSuiteModel.sites[label].flatMap { objects[$0] }
        try object.setValue(site, forKey: "site")
      }
      if entity == "Site" {
        let tags = (PredicateSuiteModel.tags[label] ?? []).compactMap { objects[$0] }
        try object.setValue(Set(tags), forKey: "tags")
      }
    }
  }

  /// Gives every object values that answer the questions otherwise.
  private func confuse(_ objects: [String: ManagedObject]) throws {
    for (entity, label, values) in try PredicateSuiteModel.attributes() {
      let object = try XCTUnwrap(objects[label])
      for key in values.keys { try object.setValue(nil, forKey: key) }
      if entity == "Stay" { try object.setValue(objects["C"], forKey: "site") }
      if entity == "Site" {
        try object.setValue(label, forKey: "name")
        try object.setValue(
          Set([objects["shade"], objects["water"]].compactMap { $0 }), forKey: "tags")
      }
    }
  }

  private func ask(_ context: ManagedObjectContext, _ when: String) throws {
    let ofSites =
      text + numbers + arithmetic + dates + durations + computed + collections + compounds
    for (entity, questions) in [("Site", ofSites), ("Stay", ofStays)] {
      for question in questions {
        let request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = try FetchPredicate(
          format: question.format, argumentArray: question.arguments)
        request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
        let found = try context.fetch(request).map {
          try $0.value(forKey: "label") as? String ?? "?"
        }
        XCTAssertEqual(found.joined(), question.expected, "\(question.format), \(when)")
        XCTAssertEqual(
          try context.count(for: request), question.expected.count,
          "count of \(question.format), \(when)")
      }
    }
  }

  func testEveryStoreAnswersAlikeBeforeAndAfterSavingAndUnderUnsavedChanges() async throws {
    let model = { PredicateSuiteModel.model() }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let kind = container.persistentStoreDescriptions.map(\.type.rawValue).joined()
      let objects = try insertAll(into: context)
      try fill(objects)
      try ask(context, "unsaved over the \(kind) store")
      try context.save()
      try ask(context, "saved in the \(kind) store")
      context.reset()
      try ask(context, "read from the \(kind) store")
    }
  }

  func testUnsavedChangesAnswerOverRowsThatSaySomethingElse() async throws {
    let model = { PredicateSuiteModel.model() }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let kind = container.persistentStoreDescriptions.map(\.type.rawValue).joined()
      let objects = try insertAll(into: context)
      try confuse(objects)
      try context.save()
      try fill(objects)
      try ask(context, "changed over the \(kind) store")
      try context.save()
      try ask(context, "saved anew in the \(kind) store")
    }
  }
}

extension ManagedObject {
  /// A new object of the entity of that name.
  fileprivate static func inserted(
    _ name: String, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    let model = try XCTUnwrap(context.persistentStoreCoordinator?.managedObjectModel)
    return ManagedObject(
      entity: try XCTUnwrap(model.entitiesByName[name]), insertInto: context)
  }
}
