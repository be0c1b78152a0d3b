import Foundation
import ObjectGraph
import XCTest

final class Guest: ManagedObject {
  @Managed("name") var name: String
  @Managed("email") var email: String?
  @Managed("phone") var phone: String?
  @Managed("age") var age: Int16?
  @Managed("height") var height: Double?
  @Managed("balance") var balance: Decimal?
  @Managed("birthday") var birthday: Date?
  @Managed("page") var page: URL?
  @Managed("arrival") var arrival: Int32
  @Managed("departure") var departure: Int32
  @Managed("tents") var tents: Set<Tent>
  @Managed("deposit") var deposit: Deposit?
  var validations: [String] = []

  override class var valueValidators: [ValueValidator] {
    super.valueValidators + [
      ValueValidator("email") { (guest: Guest, value) in
        guard let text = value as? String else { return }
        guard text.contains("@") else {
          throw ObjectGraphError(
            .managedObjectValidation, "\(text) has no @", entityName: "Guest",
            objectID: guest.objectID, key: "email")
        }
        value = text.lowercased()
      }
    ]
  }

  override func validateForInsert() throws {
    validations.append("insert")
    var errors = ValidationErrors()
    errors.collect { try super.validateForInsert() }
    errors.collect { try checkStay() }
    try errors.throwAll()
  }

  override func validateForUpdate() throws {
    validations.append("update")
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect { try checkStay() }
    try errors.throwAll()
  }

  override func validateForDelete() throws {
    validations.append("delete")
    try super.validateForDelete()
  }

  private func checkStay() throws {
    guard arrival > departure else { return }
    throw ObjectGraphError(
      .managedObjectValidation, "the guest leaves before arriving",
      repair: "exchange the two days", entityName: "Guest", objectID: objectID)
  }
}

final class Tent: ManagedObject {
  @Managed("guest") var guest: Guest?
  var validations: [String] = []

  override func validateForDelete() throws {
    validations.append("delete")
    try super.validateForDelete()
  }

  override func validateForUpdate() throws {
    validations.append("update")
    try super.validateForUpdate()
  }
}

final class Deposit: ManagedObject {
  @Managed("guest") var guest: Guest?
}

/// What a save, or a call, says of values that a model does not allow.
@MainActor
final class ValidationTests: XCTestCase {
  private static let day: TimeInterval = 86_400

  private static func model() -> ManagedObjectModel {
    let name = AttributeDescription("name", .string, isOptional: false)
    name.minimumValue = .integer(2)
    name.maximumValue = .integer(5)
    let phone = AttributeDescription("phone", .string)
    phone.regularExpression = "[0-9]+"
    let age = AttributeDescription("age", .integer16)
    age.minimumValue = .integer(0)
    age.maximumValue = .integer(120)
    let height = AttributeDescription("height", .double)
    height.maximumValue = .double(2.5)
    let balance = AttributeDescription("balance", .decimal)
    balance.minimumValue = .decimal(Decimal(string: "0.1") ?? 0)
    let birthday = AttributeDescription("birthday", .date)
    birthday.minimumValue = .date(Date(timeIntervalSinceReferenceDate: 0))
    birthday.maximumValue = .date(Date(timeIntervalSinceReferenceDate: day))
    let arrival = AttributeDescription("arrival", .integer32, default: .integer(1))
    arrival.setValidationPredicates(
      ["SELF > 0", "SELF != 13"].compactMap { try? FetchPredicate(format: $0) },
      withValidationWarnings: ["days are counted from 1", "1620"])
    return ManagedObjectModel(entities: [
      EntityDescription("Guest", class: Guest.self) {
        name
        phone
        age
        height
        balance
        birthday
        arrival
        AttributeDescription("email", .string)
        AttributeDescription("page", .uri)
        AttributeDescription("departure", .integer32, default: .integer(9))
        RelationshipDescription(
          "tents", toMany: "Tent", inverse: "guest", deleteRule: .cascadeDeleteRule)
        RelationshipDescription(
          "deposit", toOne: "Deposit", inverse: "guest", deleteRule: .denyDeleteRule)
      },
      EntityDescription("Tent", class: Tent.self) {
        RelationshipDescription("guest", toOne: "Guest", inverse: "tents", isOptional: false)
      },
      EntityDescription("Deposit", class: Deposit.self) {
        RelationshipDescription("guest", toOne: "Guest", inverse: "deposit")
      },
    ])
  }

  private func eachCampground(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    try await eachStore(model: Self.model()) { try await body($0, $0.viewContext) }
  }

  private func guest(_ context: ManagedObjectContext, _ name: String = "Ann") -> Guest {
    let guest = Guest(context: context)
    guest.name = name
    return guest
  }

  private func saveError(_ context: ManagedObjectContext) -> ObjectGraphError? {
    do {
      try context.save()
      return nil
    } catch {
      return error as? ObjectGraphError
    }
  }

  // Fact 71.
  func testSettersNeverValidateAndTheSaveDoes() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      ann.age = -3
      try ann.setValue("not a number", forKey: "phone")
      XCTAssertTrue(context.errors.isEmpty)
      XCTAssertEqual(ann.age, -3)
      XCTAssertEqual(saveError(context)?.underlyingErrors.count, 2)
    }
  }

  // Fact 72.
  func testOneFailureIsThrownItselfAndSeveralOverAllObjectsTogether() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      ann.age = -3
      let one = saveError(context)
      XCTAssertEqual(one?.code, .validationNumberTooSmall)
      XCTAssertEqual(one?.underlyingErrors.count, 0)
      let bob = guest(context, "B")
      (bob.arrival, bob.departure) = (5, 4)
      let several = saveError(context)
      XCTAssertEqual(several?.code, .validationMultipleErrors)
      XCTAssertEqual(several?.underlyingErrors.map(\.code.rawValue), [1620, 1670, 1550])
      XCTAssertEqual(several?.underlyingErrors.map(\.objectID), [ann, bob, bob].map(\.objectID))
      let details = several?.errorUserInfo["NSDetailedErrors"] as? [ObjectGraphError]
      XCTAssertEqual(details?.count, 3)
    }
  }

  // Fact 73.
  func testAnErrorHasObjectKeyValueAndPredicate() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      ann.age = 121
      let error = saveError(context)
      XCTAssertEqual(error?.objectID, ann.objectID)
      XCTAssertEqual(error?.entityName, "Guest")
      XCTAssertEqual(error?.key, "age")
      XCTAssertEqual(error?.value, .integer(121))
      XCTAssertEqual(error?.predicate, try FetchPredicate(format: "SELF <= 120"))
      XCTAssertEqual(error?.message, "Guest.age is 121, at most 120 is allowed")
      let info = error?.errorUserInfo
      XCTAssertEqual(info?["NSValidationErrorObject"] as? ManagedObjectID, ann.objectID)
      XCTAssertEqual(info?["NSValidationErrorKey"] as? String, "age")
      XCTAssertEqual(info?["NSValidationErrorValue"] as? Int64, 121)
      XCTAssertEqual(
        (info?["NSValidationErrorPredicate"] as? FetchPredicate)?.predicateFormat, "SELF <= 120")
    }
  }

  // Fact 74.
  func testEachKindOfRuleHasItsCode() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      @MainActor func code(_ change: () throws -> Void) rethrows -> Int? {
        try change()
        let error = saveError(context)
        context.rollback()
        return error?.code.rawValue
      }
      try context.save()
      XCTAssertEqual(try code { try ann.setValue(nil, forKey: "name") }, 1570)
      XCTAssertEqual(code { ann.name = "A" }, 1670)
      XCTAssertEqual(code { ann.name = "Anneke" }, 1660)
      // One character of two UTF-16 units.
      XCTAssertNil(code { ann.name = "😀" })
      XCTAssertEqual(code { ann.phone = "12a" }, 1680)
      XCTAssertEqual(code { ann.phone = "12\n" }, 1680)
      XCTAssertEqual(code { ann.age = -1 }, 1620)
      XCTAssertEqual(code { ann.age = 121 }, 1610)
      XCTAssertNil(code { ann.age = 120 })
      XCTAssertEqual(code { ann.height = 2.5.nextUp }, 1610)
      XCTAssertNil(code { ann.height = 2.5 })
      XCTAssertEqual(code { ann.height = .infinity }, 1610)
      XCTAssertEqual(
        code { ann.balance = Decimal(string: "0.0999999999999999999999999999999999999") }, 1620)
      XCTAssertNil(code { ann.balance = Decimal(string: "0.10") })
      XCTAssertEqual(code { ann.birthday = Date(timeIntervalSinceReferenceDate: -1) }, 1640)
      XCTAssertEqual(
        code { ann.birthday = Date(timeIntervalSinceReferenceDate: Self.day + 1) }, 1630)
      XCTAssertEqual(code { ann.birthday = Date(timeIntervalSinceReferenceDate: .nan) }, 1650)
      XCTAssertNil(code { ann.birthday = nil })
    }
  }

  func testValidationPredicatesSayWhatTheirWarningsSay() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      ann.arrival = -2
      let error = saveError(context)
      XCTAssertEqual(error?.code, .managedObjectValidation)
      XCTAssertEqual(error?.message, "Guest.arrival is not valid: days are counted from 1")
      XCTAssertEqual(error?.predicate?.predicateFormat, "SELF > 0")
      (ann.arrival, ann.departure) = (13, 14)
      XCTAssertEqual(saveError(context)?.code.rawValue, 1620)
      ann.arrival = 12
      XCTAssertNil(saveError(context))
    }
  }

  func testARuleThatCannotBeCarriedOutIsRefusedWithTheModel() throws {
    func problem(_ change: (AttributeDescription) throws -> Void) throws -> ObjectGraphError? {
      let name = AttributeDescription("name", .string)
      try change(name)
      let model = ManagedObjectModel(entities: [EntityDescription("Guest") { name }])
      do {
        _ = try PersistentStoreCoordinator(managedObjectModel: model)
        return nil
      } catch {
        return error as? ObjectGraphError
      }
    }
    XCTAssertEqual(try problem { $0.regularExpression = "(" }?.key, "name")
    XCTAssertNil(try problem { $0.regularExpression = "a|b" })
    for format in ["SELF > 5", "age > 5", "SELF == $x"] {
      let error = try problem { $0.setValidationPredicates([try FetchPredicate(format: format)]) }
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, format)
    }
    XCTAssertNil(
      try problem {
        $0.setValidationPredicates([try FetchPredicate(format: "length > 5 OR SELF == 'x'")])
      })
  }

  // MARK: Checks of a class

  // Fact 75.
  func testTheCheckOfAPropertyRunsOnRequestAndBeforeASaveAndMayReplaceTheValue() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      var value: Any? = "ANN@X.ORG"
      try ann.validateValue(&value, forKey: "email")
      XCTAssertEqual(value as? String, "ann@x.org")
      XCTAssertNil(ann.email)
      ann.email = "Ann@Example.org"
      try context.save()
      XCTAssertEqual(ann.email, "ann@example.org")
      XCTAssertFalse(context.hasChanges)
      context.refreshAllObjects()
      XCTAssertEqual(ann.email, "ann@example.org")
      ann.email = "nobody"
      XCTAssertEqual(saveError(context)?.message, "nobody has no @")
      ann.email = "B@x"
      try context.save()
      XCTAssertEqual(ann.email, "b@x")
    }
  }

  func testAValueIsCheckedOnRequestByTheModelsRulesToo() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      func code(_ given: Any?, _ key: String) -> Int? {
        var value = given
        do {
          try ann.validateValue(&value, forKey: key)
          return nil
        } catch {
          return (error as? ObjectGraphError)?.code.rawValue
        }
      }
      XCTAssertNil(code("Ann", "name"))
      XCTAssertEqual(code(nil, "name"), 1570)
      XCTAssertEqual(code(121, "age"), 1610)
      XCTAssertEqual(code("old", "age"), 134_061)
      XCTAssertEqual(code(7, "nothing"), 134_061)
      XCTAssertEqual(code("", "page"), 1690)
      XCTAssertNil(code("https://example.org", "page"))
      XCTAssertEqual(code(guest(context, "Bob"), "deposit"), 134_061)
      let tent = Tent(context: context)
      var none: Any?
      XCTAssertThrowsError(try tent.validateValue(&none, forKey: "guest")) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
      }
      var number: Any? = 2 as Int
      try ann.validateValue(&number, forKey: "height")
      XCTAssertEqual(number as? Double, 2)
    }
  }

  func testACheckOfAnUnknownPropertyIsReported() throws {
    final class Misspelt: ManagedObject {
      override class var valueValidators: [ValueValidator] {
        [ValueValidator("nmae") { (_: Misspelt, _) in }]
      }
    }
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(entities: [
        EntityDescription("Misspelt", class: Misspelt.self) {
          AttributeDescription("name", .string)
        }
      ]))
    let context = ManagedObjectContext(mainQueueFor: coordinator)
    XCTAssertEqual(context.errors.map(\.key), ["nmae"])
  }

  func testAnErrorOfTheApplicationIsThrownAsItIs() {
    struct Full: Error {}
    var errors = ValidationErrors()
    errors.collect { throw Full() }
    XCTAssertThrowsError(try errors.throwAll()) { XCTAssertTrue($0 is Full) }
    errors.add(ObjectGraphError(.validationDateTooLate, "late"))
    XCTAssertThrowsError(try errors.throwAll()) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.underlyingErrors.map(\.code.rawValue), [1550, 1630])
      XCTAssertTrue(error?.underlyingErrors.first?.details[.underlyingError] is Full)
    }
  }

  // MARK: Which check for whom

  // Fact 76.
  func testNewChangedAndDeletedObjectsGetTheirOwnCheckOnly() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      try context.save()
      XCTAssertEqual(ann.validations, ["insert"])
      ann.age = 1
      try context.save()
      XCTAssertEqual(ann.validations, ["insert", "update"])
      ann.age = -1
      context.delete(ann)
      try context.save()
      XCTAssertEqual(ann.validations, ["insert", "update", "delete"])
    }
  }

  // Fact 77.
  func testACascadedObjectIsAskedWhetherItMayBeDeleted() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      let tent = Tent(context: context)
      tent.guest = ann
      try context.save()
      context.delete(ann)
      try context.save()
      XCTAssertEqual(tent.validations, ["delete"])
      let bob = guest(context, "Bob")
      bob.deposit = Deposit(context: context)
      try context.save()
      context.delete(bob)
      XCTAssertEqual(saveError(context)?.code, .validationRelationshipDeniedDelete)
    }
  }

  // Fact 78.
  func testAChildValidatesAndAFailureLeavesTheParentUntouched() async throws {
    try await eachCampground { _, context in
      let ann = guest(context)
      try context.save()
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Guest)
      mine.age = -1
      let other = guest(child, "Bob")
      for save in [child.save, child.saveThrough] {
        XCTAssertThrowsError(try save()) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.objectID, mine.objectID)
        }
        XCTAssertFalse(context.hasChanges)
        XCTAssertEqual(context.registeredObjects, [ann])
        XCTAssertTrue(other.isInserted)
      }
      mine.age = 1
      try child.save()
      XCTAssertEqual(ann.age, 1)
      XCTAssertEqual(context.insertedObjects.count, 1)
    }
  }

  // Fact 80: an object whose row lacks a mandatory value is fetched, not skipped, so that it can be
  // found and mended; saving it without a value fails.
  func testARowWithoutAMandatoryValueIsFetchedEmptyAndCanBeMended() async throws {
    try await withStoreFile { file in
      @MainActor func open() throws -> PersistentContainer {
        let container = try PersistentContainer(
          name: "Guests", managedObjectModel: Self.model(),
          descriptions: [PersistentStoreDescription(url: file)])
        try container.loadPersistentStores()
        return container
      }
      let first = try open()
      _ = guest(first.viewContext)
      try first.viewContext.save()
      _ = try StoreShell.run("UPDATE ZGUEST SET ZNAME = NULL", in: file)
      let context = try open().viewContext
      let found = try XCTUnwrap(context.fetch(FetchRequest<Guest>(entityName: "Guest")).first)
      XCTAssertEqual(found.name, "")
      XCTAssertNil(try found.value(forKey: "name"))
      XCTAssertTrue(context.errors.isEmpty)
      found.age = 3
      let error = saveError(context)
      XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
      XCTAssertEqual(error?.key, "name")
      found.name = "Ann"
      try context.save()
      XCTAssertEqual(try StoreShell.run("SELECT ZNAME FROM ZGUEST", in: file), "Ann")
    }
  }
}

extension ValidationTests {
  /// A fault that changed only by an inverse has the values that were valid when it was saved.
  func testAFaultThatChangedOnlyByAnInverseIsNeitherRefusedNorFired() async throws {
    let model = {
      ManagedObjectModel {
        EntityDescription("Home") {
          CompositeAttributeDescription("address", isOptional: false) {
            AttributeDescription("street", .string)
          }
          AttributeDescription(
            "sign", .string, isOptional: false, default: .string("welcome"),
            isTransient: true)
          AttributeDescription("rooms", .integer16, isOptional: false)
          RelationshipDescription("guests", toMany: "Visitor", inverse: "home")
        }
        EntityDescription("Visitor") {
          RelationshipDescription("home", toOne: "Home", inverse: "guests")
        }
      }
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let home = try EntityDescription.insertNewObject(forEntityName: "Home", into: context)
      try home.setValue(["street": "Lancaster Avenue"], forKey: "address")
      try home.setValue(3, forKey: "rooms")
      try context.save()
      let id = home.objectID
      context.reset()
      let fault = context.object(with: id)
      let visitor = try EntityDescription.insertNewObject(forEntityName: "Visitor", into: context)
      try visitor.setValue(fault, forKey: "home")
      XCTAssertTrue(context.updatedObjects.contains(fault))
      XCTAssertTrue(fault.isFault)
      try context.save()
      XCTAssertTrue(fault.isFault)
      XCTAssertEqual(try fault.value(forKeyPath: "guests.@count") as? Int64, 1)
      XCTAssertEqual(try fault.value(forKey: "sign") as? String, "welcome")
    }
  }
}
