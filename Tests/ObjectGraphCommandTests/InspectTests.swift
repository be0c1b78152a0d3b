import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Tests of `inspect` on stores and models.
final class InspectTests: ToolTestCase {
  /// A model of trips, some of them cruises, and their guides.
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"
      userDefinedModelVersionIdentifier="Trips 7">
    <entity name="Trip" representedClassName="Tours.Trip">
      <attribute name="code" attributeType="String"/>
      <attribute name="days" attributeType="Integer 16" minValueString="1" maxValueString="90"
        defaultValueString="3" usesScalarValueType="YES" elementID="length"/>
      <attribute name="map" optional="YES" attributeType="Transformable"
        valueTransformerName="MapTransformer"/>
      <attribute name="photo" optional="YES" attributeType="Binary"
        allowsExternalBinaryDataStorage="YES"/>
      <attribute name="plan" optional="YES" transient="YES" attributeType="String"/>
      <relationship name="guide" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Guide" inverseName="trips" inverseEntity="Guide"/>
      <fetchIndex name="byDays">
        <fetchIndexElement property="days" type="Binary" order="descending"/>
      </fetchIndex>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
      </uniquenessConstraints>
    </entity>
    <entity name="Cruise" representedClassName="Tours.Cruise" parentEntity="Trip">
      <attribute name="ship" optional="YES" attributeType="String"/>
    </entity>
    <entity name="Guide" representedClassName="Tours.Guide">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="trips" optional="YES" toMany="YES" minCount="1" maxCount="5"
        ordered="YES" deletionRule="Deny" destinationEntity="Trip" inverseName="guide"
        inverseEntity="Trip"/>
    </entity>
    <fetchRequest name="LongTrips" entity="Trip" predicateString="days &gt; 7" fetchLimit="20"/>
    </model>
    """

  private var store: String { folder.appendingPathComponent("Trips.sqlite").path }

  override func setUpWithError() throws {
    try super.setUpWithError()
    let version = folder.appendingPathComponent("Trips.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(Self.model.utf8).write(to: version.appendingPathComponent("contents"))
    // The program lacks the transformer of maps.
    let name = ValueTransformerName("MapTransformer")
    ValueTransformer.setValueTransformer(ValueTransformer(), forName: name)
    defer { ValueTransformer.setValueTransformer(nil, forName: name) }
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel(contentsOf: version))
    let store = try coordinator.addPersistentStore(
      type: .sqlite, at: URL(fileURLWithPath: self.store))
    try coordinator.setMetadata(["season": "summer"], for: store)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      let guide = try EntityDescription.insertNewObject(forEntityName: "Guide", into: context)
      for (entity, code) in [("Trip", "A"), ("Trip", "B"), ("Cruise", "C")] {
        let trip = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
        try trip.setValue(code, forKey: "code")
        try trip.setValue(guide, forKey: "guide")
        if code == "A" { try trip.setValue(Data([1, 2, 3, 4]), forKey: "map") }
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  /// Evaluates a Python expression that uses `uuid` and `plist` from the store's metadata.
  private func metadata(_ expression: String) throws -> String {
    let output = try Python.run(
      """
      import plistlib, sqlite3, sys
      row = sqlite3.connect(sys.argv[1]).execute('SELECT Z_UUID, Z_PLIST FROM Z_METADATA')
      uuid, plist = row.fetchone()
      plist = plistlib.loads(plist)
      print(\(expression), end='')
      """, arguments: [store])
    return String(decoding: output, as: UTF8.self)
  }

  func testAStoreIsShownWithItsEntitiesAndWhatTheyHave() throws {
    let page = try run("inspect Trips.sqlite --output table")
    for line in ["kind = store of ObjectGraph", "identifiers = Trips 7", "season = summer"] {
      XCTAssertTrue(page.contains("\(line)\n"), "\(line) in \(page)")
    }
    XCTAssertEqual(
      try run("inspect Trips.sqlite --output csv"),
      """
      entity,parent,own,all,attributes,relationships
      Guide,,1,1,1,1
      Trip,,2,3,5,1
      Cruise,Trip,1,1,6,1

      """)
    let record = try json("inspect Trips.sqlite")
    XCTAssertEqual(record["uuid"] as? String, try metadata("uuid"))
    XCTAssertEqual(
      record["metadata"] as? [[String: String]], [["key": "season", "value": "summer"]])
  }

  func testAnEntityIsShownWithItsProperties() throws {
    XCTAssertEqual(
      try run("inspect Trips.sqlite Trip --output table")
        .replacing(#/version hash = [0-9a-f]{64}/#, with: "version hash = …"),
      """
      \("      ")entity = Trip
             class = Trip
       subentities = Cruise
         unique by = code
      version hash = …
       own objects = 2
       all objects = 3

      attributes:
      name  | type          | traits
      ------+---------------+--------------------------------------------------------
      code  | String        | required
      days  | Integer 16    | default 3, required, at least 1, at most 90, was length
      map   | Transformable | transformed by MapTransformer
      photo | Binary Data   | may be kept in files
      plan  | String        | transient

      relationships:
      name  | destination | inverse | traits
      ------+-------------+---------+--------
      guide | 0–1 Guide   | trips   | nullify

      indexes:
      name   | properties
      -------+-----------
      byDays | days desc

      """)
    let cruise = try run("inspect Trips.sqlite cruise --output table")
    XCTAssertTrue(cruise.contains("parent = Trip\n"), cruise)
    XCTAssertTrue(
      cruise.split(separator: "\n").contains { $0.hasPrefix("days ") && $0.hasSuffix(" Trip") },
      cruise)
    XCTAssertTrue(
      try run("inspect Trips.sqlite Guide --output table")
        .contains("\ntrips | ordered 1–5 Trip | guide   | deny\n"))
  }

  func testProgramsGetAllOfEachProperty() throws {
    let rows = try run("inspect Trips.sqlite Trip --output csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
    }
    XCTAssertEqual(
      rows.filter { !$0.hasPrefix("days") },
      [
        "property,type,optional,default,traits,destination,inverse,min,max,delete_rule,"
          + "renamed_from,inherited_from",
        "code,String,false,,,,,,,,,",
        "map,Transformable,true,,transformed by MapTransformer,,,,,,,",
        "photo,Binary Data,true,,may be kept in files,,,,,,,",
        "plan,String,true,,transient,,,,,,,", "guide,to-one,true,,,Guide,trips,0,1,nullify,,",
      ])
    let record = try json("inspect Trips.sqlite Trip")
    XCTAssertEqual(record["own_objects"] as? Int, 2)
    XCTAssertEqual(record["unique_by"] as? [String], ["code"])
    XCTAssertEqual((record["properties"] as? [[String: Any]])?.count, 6)
    XCTAssertEqual(
      record["version_hash"] as? String,
      try metadata("plist['NSStoreModelVersionHashes']['Trip'].hex()"))
  }

  func testAModelIsShownWithoutObjects() throws {
    XCTAssertEqual(
      try run("inspect Trips.xcdatamodel --output csv"),
      """
      entity,parent,attributes,relationships
      Guide,,1,1
      Trip,,5,1
      Cruise,Trip,6,1

      """)
    XCTAssertTrue(try run("inspect Trips.xcdatamodel Guide").contains("class\tGuide\n"))
    let requests = "LongTrips | Trip   | days > 7  |    20\n"
    for entity in ["", "Trip"] {
      XCTAssertTrue(
        try run("inspect Trips.xcdatamodel \(entity) --output table").hasSuffix(requests))
    }
    try makeBundle(contents("title", "color"))
    XCTAssertEqual(try json("inspect Notes.xcdatamodeld")["version"] as? String, "Notes 2")
    let old = try json("inspect Notes.xcdatamodeld --version Notes")
    XCTAssertEqual(old["version"] as? String, "Notes")
    XCTAssertEqual(old["versions"] as? [String], ["Notes", "Notes 2"])
    XCTAssertTrue(
      try run("inspect Notes.xcdatamodeld Note --version Notes").contains("\nbody\tString\n"))
  }

  func testValuesOfAnUnknownTransformerAreBytes() throws {
    XCTAssertEqual(
      try run("fetch Trips.sqlite Trip select 'code, map' sort code"),
      "code\tmap\nA\t4 bytes\nB\t\nC\t\n")
    XCTAssertEqual(
      try run("fetch Trips.sqlite Trip select 'code, days, map, guide' --output jsonl limit 1"),
      "{\"code\":\"A\",\"days\":3,\"map\":\"AQIDBA==\",\"guide\":\"Guide/p1\"}\n")
    XCTAssertTrue(
      try run("fetch Trips.sqlite Trip where 'code == \"A\"'").contains("\t4 bytes\t"))
    XCTAssertEqual(try run("count Trips.sqlite Trip --subentities no"), "2\n")
  }

  func testOptionsThatDoNotFitAreRefused() throws {
    for (line, message) in [
      ("inspect Trips.sqlite --version x", "a store has no versions to choose from"),
      (
        "inspect Trips.xcdatamodel --model Trips.xcdatamodel",
        "--model is for a store, and Trips.xcdatamodel is a model"
      ),
    ] {
      XCTAssertTrue(try run(line, expecting: 64).hasPrefix("objectgraph: error: \(message)\n"))
    }
    XCTAssertTrue(
      try run("inspect Trips.sqlite Trp", expecting: 65).hasSuffix("did you mean \"Trip\"?\n"))
    for name in ["none.sqlite", "none.xcdatamodel"] {
      XCTAssertTrue(try run("inspect \(name)", expecting: 66).contains("there is no such f"))
    }
  }
}
