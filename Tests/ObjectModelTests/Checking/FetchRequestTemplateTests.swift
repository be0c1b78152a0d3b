import Foundation
import XCTest

@testable import ObjectModel

final class FetchRequestTemplateTests: XCTestCase {
  private func makeModel() throws -> ManagedObjectModel {
    try ModelText.model(
      """
      <entity name="Camper">
        <attribute name="name" attributeType="String"/>
        <attribute name="age" attributeType="Integer 16"/>
      </entity>
      <fetchRequest name="All" entity="Camper"/>
      <fetchRequest name="Named" entity="Camper" fetchLimit="10" fetchBatchSize="20"
        includeSubentities="NO" returnObjectsAsFaults="NO" includePropertyValues="NO"
        includePendingChanges="NO" returnDistinctResults="YES" resultType="0"
        predicateString="name == $NAME AND age &gt; $AGE"/>
      """)
  }

  func testATemplateHasWhatItsElementSays() throws {
    let model = try makeModel()
    XCTAssertEqual(Set(model.fetchRequestTemplatesByName.keys), ["All", "Named"])
    let all = try XCTUnwrap(model.fetchRequestTemplate(forName: "All"))
    XCTAssertEqual(all, FetchRequestDescription(entityName: "Camper"))
    let named = try XCTUnwrap(model.fetchRequestTemplate(forName: "Named"))
    XCTAssertEqual(named.fetchLimit, 10)
    XCTAssertEqual(named.fetchBatchSize, 20)
    XCTAssertFalse(named.includesSubentities)
    XCTAssertFalse(named.returnsObjectsAsFaults)
    XCTAssertFalse(named.includesPropertyValues)
    XCTAssertFalse(named.includesPendingChanges)
    XCTAssertTrue(named.returnsDistinctResults)
    XCTAssertEqual(named.predicate, try FetchPredicate(format: "name == $NAME AND age > $AGE"))
    XCTAssertNil(model.fetchRequestTemplate(forName: "Other"))
  }

  // Fact 103.
  func testARequestFromATemplateIsACopyWithItsVariablesReplaced() throws {
    let model = try makeModel()
    try model.freeze()
    var request = try model.fetchRequestFromTemplate(
      withName: "Named", substitutionVariables: ["NAME": "Ada", "AGE": 3, "OTHER": 1])
    XCTAssertEqual(
      request.predicate, try FetchPredicate(format: "name == %@ AND age > %d", "Ada", 3))
    request.fetchLimit = 1
    XCTAssertEqual(model.fetchRequestTemplate(forName: "Named")?.fetchLimit, 10)
    XCTAssertEqual(
      model.fetchRequestTemplate(forName: "Named")?.predicate,
      try FetchPredicate(format: "name == $NAME AND age > $AGE"))
    let all = try model.fetchRequestFromTemplate(withName: "All", substitutionVariables: [:])
    XCTAssertNil(all.predicate)
  }

  // Fact 103.
  func testAMissingVariableAndAnUnknownTemplateThrow() throws {
    let model = try makeModel()
    let missing = ModelText.error(
      try model.fetchRequestFromTemplate(
        withName: "Named", substitutionVariables: ["NAME": "Ada"]))
    XCTAssertEqual(missing?.code, .invalidArgument)
    XCTAssertEqual(
      missing?.message, "the fetch request template Named needs a value for $AGE")
    let unknown = ModelText.error(
      try model.fetchRequestFromTemplate(withName: "Nobody", substitutionVariables: [:]))
    XCTAssertEqual(unknown?.code, .invalidArgument)
    XCTAssertEqual(unknown?.repair, "use one of All, Named")
  }

  func testTheTemplatesOfAModelInUseStayAsTheyAre() throws {
    let model = try makeModel()
    try model.setFetchRequestTemplate(nil, forName: "All")
    XCTAssertNil(model.fetchRequestTemplate(forName: "All"))
    try model.freeze()
    for (template, name) in [
      (nil, "Named"), (FetchRequestDescription(entityName: "Camper"), "New"),
    ] {
      let error = ModelText.error(try model.setFetchRequestTemplate(template, forName: name))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.message.contains(name), true)
    }
    XCTAssertEqual(Array(model.fetchRequestTemplatesByName.keys), ["Named"])
  }

  func testACopyOfAModelInUseTakesOtherTemplates() throws {
    let model = try makeModel()
    try model.freeze()
    let copy = try model.copy()
    try copy.setFetchRequestTemplate(FetchRequestDescription(entityName: "Camper"), forName: "New")
    XCTAssertNotNil(copy.fetchRequestTemplate(forName: "New"))
    XCTAssertNil(model.fetchRequestTemplate(forName: "New"))
  }

  func testARequestThatCannotBeReadIsRefused() {
    for text in [
      "entity=\"Other\"", "", "entity=\"A\" predicateString=\"a ==\"",
      "entity=\"A\" fetchLimit=\"-1\"", "entity=\"A\" fetchLimit=\"many\"",
      "entity=\"A\" resultType=\"3\"", "entity=\"A\" includeSubentities=\"perhaps\"",
    ] {
      let error = ModelText.error(
        try ModelText.model("<entity name=\"A\"/>\n<fetchRequest name=\"R\" \(text)/>"))
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema, text)
      XCTAssertEqual(error?.details[.line], 4, text)
    }
  }

  private func keepers() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Keeper") {
        AttributeDescription("name", .string)
        CompositeAttributeDescription("address") { AttributeDescription("street", .string) }
        RelationshipDescription("pets", toMany: "Pet", inverse: "keeper")
      }
      EntityDescription("Pet") {
        AttributeDescription("weight", .double)
        RelationshipDescription("keeper", toOne: "Keeper", inverse: "pets")
      }
    }
  }

  func testATemplateOfAnUnknownEntityIsRefusedWithTheNearestName() {
    for (entity, repair) in [
      ("Kepeer", "did you mean Keeper?"), ("Camper", "use one of Keeper, Pet"),
      ("", "use one of Keeper, Pet"),
    ] {
      let model = keepers()
      let error = ModelText.error(
        try model.setFetchRequestTemplate(
          FetchRequestDescription(entityName: entity), forName: "All"))
      XCTAssertEqual(error?.code, .invalidArgument)
      XCTAssertEqual(
        error?.message, "the fetch request template All fetches the unknown entity \(entity)")
      XCTAssertEqual(error?.repair, repair)
      XCTAssertNil(model.fetchRequestTemplate(forName: "All"))
    }
  }

  func testATemplateWhosePredicateNamesAnUnknownKeyIsRefused() throws {
    let mistakes = [
      ("nmae == $NAME", "Keeper has no \"nmae\"", "did you mean name?"),
      ("name == $A AND NOT ANY pets.wieght > $B", "Pet has no \"wieght\"", "did you mean weight?"),
      ("$NAME == address.sreet", "address has no element \"sreet\"", "did you mean street?"),
      ("pets.@max.wheight > $W", "Pet has no \"wheight\"", "did you mean weight?"),
      ("pest.@count > $N", "Keeper has no \"pest\"", "did you mean pets?"),
      (
        "SUBQUERY(pets, $p, $p.wieght > $W).@count > 0", "Pet has no \"wieght\"",
        "did you mean weight?"
      ),
      (
        "SUBQUERY(pets, $p, $p.weight > $W AND nmae == $N).@count > 0", "Keeper has no \"nmae\"",
        "did you mean name?"
      ),
      ("lowercase(nmae) IN $NAMES", "Keeper has no \"nmae\"", "did you mean name?"),
      (
        "TERNARY(name == nil, $A, pets.@sum.wegiht) > 1", "Pet has no \"wegiht\"",
        "did you mean weight?"
      ),
    ]
    for (format, message, repair) in mistakes {
      let template = FetchRequestDescription(
        entityName: "Keeper", predicate: try FetchPredicate(format: format))
      let error = ModelText.error(
        try keepers().setFetchRequestTemplate(template, forName: "Some"))
      XCTAssertEqual(error?.code, .invalidArgument, format)
      XCTAssertEqual(error?.message, "the fetch request template Some: \(message)", format)
      XCTAssertEqual(error?.repair, repair, format)
    }
  }

  func testATemplateWhoseSortNamesAnUnknownKeyIsRefused() throws {
    var template = FetchRequestDescription(
      entityName: "Keeper", sortDescriptors: [FetchSortDescriptor(key: "nmae", ascending: true)])
    let error = ModelText.error(try keepers().setFetchRequestTemplate(template, forName: "Some"))
    XCTAssertEqual(error?.repair, "did you mean name?")
    // Dictionaries are sorted by the names of their columns, whatever these are.
    template.resultType = .dictionaryResultType
    XCTAssertNoThrow(try keepers().setFetchRequestTemplate(template, forName: "Some"))
  }

  func testATemplateMayNameWhateverThereIsAndHaveVariablesAnywhere() throws {
    for format in [
      "name == $NAME", "name IN $NAMES", "pets.@count BETWEEN $RANGE", "$KEEPER.name == name",
      "ANY pets.keeper.pets.weight > $W", "SELF == $KEEPER", "objectID == $KEEPER",
      "address == nil",
      "SUBQUERY(pets, $p, $p.keeper.name == $NAME AND $p.weight > $W).weight.@sum > $S",
      "SUBQUERY(pets, $p, SUBQUERY($p.keeper.pets, $q, $q.weight > $p.weight).@count > 0)"
        + ".@count > 0",
      "entity.name == $ENTITY", "TRUEPREDICATE", "name MATCHES $PATTERN",
    ] {
      let template = FetchRequestDescription(
        entityName: "Keeper", predicate: try FetchPredicate(format: format))
      let model = keepers()
      XCTAssertNoThrow(try model.setFetchRequestTemplate(template, forName: "Some"), format)
      XCTAssertNoThrow(try model.freeze(), format)
    }
  }

  func testATemplateThatCameBeforeTheEntitiesIsCheckedWhenTheModelIsTakenIntoUse() throws {
    for (entity, format) in [("Pets", "TRUEPREDICATE"), ("Pet", "wieght > $W")] {
      let model = ManagedObjectModel()
      try model.setFetchRequestTemplate(
        FetchRequestDescription(
          entityName: entity, predicate: try FetchPredicate(format: format)), forName: "Early")
      model.entities = [EntityDescription("Pet") { AttributeDescription("weight", .double) }]
      let error = ModelText.error(try model.freeze())
      XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
      XCTAssertEqual(error?.message.contains("the fetch request template Early"), true)
      XCTAssertEqual(
        error?.repair, entity == "Pets" ? "did you mean Pet?" : "did you mean weight?")
    }
  }

  func testATemplateOfAFileThatNamesAnUnknownKeyIsRefusedWithItsPlace() {
    let error = ModelText.error(
      try ModelText.model(
        """
        <entity name="A"><attribute name="age" attributeType="Integer 16"/></entity>
        <fetchRequest name="R" entity="A" predicateString="aeg == $N"/>
        """))
    XCTAssertEqual(error?.code, .persistentStoreIncompatibleSchema)
    XCTAssertEqual(error?.details[.line], 4)
    XCTAssertEqual(error?.repair, "did you mean age?")
  }

  func testAMisspelledVariableIsNamedBesideTheOneThatIsMeant() throws {
    let model = try makeModel()
    for (variables, repair) in [
      (["NAME": "Ada", "AEG": 3], "did you mean \"AGE\"? The template has no variable \"AEG\""),
      (["NAME": "Ada", "$AGE": 3], "did you mean \"AGE\"? The template has no variable \"$AGE\""),
      (["NAME": "Ada", "age": 3], "did you mean \"AGE\"? The template has no variable \"age\""),
      (
        ["NAME": "Ada", "OTHER": 3],
        "pass a value for \"AGE\" in substitutionVariables; the template has $AGE, $NAME"
      ),
    ] as [([String: Any?], String)] {
      let error = ModelText.error(
        try model.fetchRequestFromTemplate(withName: "Named", substitutionVariables: variables))
      XCTAssertEqual(error?.message, "the fetch request template Named needs a value for $AGE")
      XCTAssertEqual(error?.repair, repair)
      XCTAssertEqual(error?.key, "AGE")
    }
    let error = ModelText.error(
      try model.fetchRequestFromTemplate(withName: "Namde", substitutionVariables: [:]))
    XCTAssertEqual(error?.repair, "did you mean Named?")
  }
}
