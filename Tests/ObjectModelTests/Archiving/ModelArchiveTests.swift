import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

final class ModelArchiveTests: XCTestCase {
  /// A model that uses everything that descriptions hold.
  private func makeModel() -> ManagedObjectModel {
    let date = Date(timeIntervalSinceReferenceDate: 86_400.5)
    let name = AttributeDescription(
      "fullName", .string, isOptional: false, default: .string("größer"))
    name.minimumValue = .integer(2)
    name.maximumValue = .integer(90)
    name.regularExpression = "\\p{Lu}.*"
    name.renamingIdentifier = "name"
    name.versionHashModifier = "3"
    name.isIndexed = true
    name.userInfo = ["help": "first and last name"]
    let age = AttributeDescription("age", .integer16, default: .integer(-7))
    age.minimumValue = .integer(0)
    let born = AttributeDescription("born", .date, default: .date(date))
    born.maximumValue = .date(date)
    let weight = AttributeDescription("weight", .double, default: .double(0.1))
    weight.minimumValue = .double(-1.5)
    weight.maximumValue = .double(9)
    let fee = AttributeDescription("fee", .decimal, default: .decimal(Decimal(-12.5) / 1_000))
    fee.minimumValue = .decimal(Decimal(string: "0.30000000000000000000000000000000000001") ?? 0)
    fee.maximumValue = .decimal(Decimal(string: "99999999999999999999999999999999999999e80") ?? 0)
    let code = AttributeDescription("code", .string)
    code.minimumValue = .double(2.5)
    let photo = AttributeDescription("photo", .binaryData, default: .data(Data([0, 255])))
    photo.allowsExternalBinaryDataStorage = true
    photo.preservesValueInHistoryOnDeletion = true
    let colors = AttributeDescription("colors", .transformable)
    colors.valueTransformerName = "ColorsTransformer"
    colors.attributeValueClassName = "NSArray"
    let mark = AttributeDescription(
      "mark", .uuid, default: .uuid(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!))
    let page = AttributeDescription(
      "page", .uri, default: .uri(URL(string: "https://example.org/a?b=c#d")!))
    let vip = AttributeDescription("vip", .boolean, default: .boolean(true))
    let cached = AttributeDescription("cached", .undefined, isTransient: true)
    let small = AttributeDescription("small", .float, default: .double(0.25))
    let count = AttributeDescription("count", .integer64, default: .integer(.max))
    // More than a Double holds exactly.
    count.minimumValue = .integer(9_007_199_254_740_993)

    let stays = RelationshipDescription(
      name: "stays", destination: "Stay", inverse: "camper", maxCount: 9, minCount: 1,
      isOrdered: true, deleteRule: .cascadeDeleteRule)
    let camper = EntityDescription(
      "Camper", class: "Camp.Camper", unique: [["fullName", "age"], ["code"]],
      indexes: [
        FetchIndexDescription(
          name: "byAge", elements: [.init("age"), .init("born", isAscending: false)])
      ]
    ) {
      code
      age
      stays
      colors
    }
    camper.renamingIdentifier = "Guest"
    camper.versionHashModifier = "winter"
    camper.userInfo = ["label": "Camper", "größe": "🏕"]
    let guide = EntityDescription("Guide") { cached }
    let person = EntityDescription("Person", isAbstract: true, subentities: [guide, camper]) {
      name
      born
      weight
      fee
      photo
      mark
      page
      vip
      small
      count
    }
    let stay = EntityDescription("Stay") {
      RelationshipDescription(
        "camper", toOne: "Camper", inverse: "stays", isOptional: false,
        deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "notes", toMany: "Stay", inverse: nil, deleteRule: .noActionDeleteRule)
    }
    let model = ManagedObjectModel(entities: [stay, person])
    model.versionIdentifiers = ["1.0", "größer"]
    return model
  }

  func testEveryFieldSurvivesTheArchive() throws {
    let model = makeModel()
    let read = try ManagedObjectModel(archivedInStore: model.contents.archivedForStore())
    XCTAssertEqual(read.summary.count, model.summary.count)
    for (found, expected) in zip(read.summary, model.summary) { XCTAssertEqual(found, expected) }
    XCTAssertEqual(read.entityVersionHashesByName, model.entityVersionHashesByName)
    XCTAssertNoThrow(try read.freeze())
    XCTAssertTrue(
      read.entitiesByName["Stay"]?.relationshipsByName["camper"]?.inverseRelationship
        === read.entitiesByName["Camper"]?.relationshipsByName["stays"])
  }

  func testEqualModelsHaveEqualArchives() throws {
    XCTAssertEqual(
      try makeModel().contents.archivedForStore(), try makeModel().contents.archivedForStore())
  }

  func testAnEmptyModelSurvivesTheArchive() throws {
    let read = try ManagedObjectModel(
      archivedInStore: ManagedObjectModel().contents.archivedForStore())
    XCTAssertEqual(read.entities.count, 0)
  }

  func testPythonFindsTheObjectsOfACompiledModel() throws {
    let script = """
      archive = plistlib.loads(zlib.decompress(data, -15))
      assert archive['$archiver'] == 'NSKeyedArchiver' and archive['$version'] == 100000
      objects = archive['$objects']
      def at(value): return objects[value.data] if isinstance(value, plistlib.UID) else value
      def kind(value): return at(at(value)['$class'])['$classname']
      def entries(value):
        return {at(k): at(v) for k, v in zip(at(value)['NS.keys'], at(value)['NS.objects'])}
      assert objects[0] == '$null'
      root = archive['$top']['root']
      assert kind(root) == 'NSManagedObjectModel'
      table = at(at(root)['NSEntities'])
      names = [at(k) for k in at(at(table['searchMapping'])['keys'])['NS.objects']]
      assert names == ['Camper', 'Guide', 'Person', 'Stay'], names
      entities = dict(zip(names, at(table['values'])['NS.objects']))
      assert all(kind(entity) == 'NSEntityDescription' for entity in entities.values())
      camper = at(entities['Camper'])
      assert camper['NSSuperentity'] == entities['Person']
      assert at(entities['Person'])['NSSuperentity'].data == 0
      properties = entries(camper['NSProperties'])
      assert len(properties) == 14, sorted(properties)
      name = properties['fullName']
      assert name['NSAttributeType'] == 700 and at(name['NSDefaultValue']) == 'größer'
      assert name['NSMinValueName'] == 2 and name['NSMaxValueName'] == 90
      assert name['NSFlagsKey'] == 3 and name['NSIsIndexed'] is True
      assert name['NSEntity'] == entities['Camper'] and 'NSIsOptional' not in name
      stays = properties['stays']
      assert stays['NSMaxCount'] == 9 and stays['NSDeleteRule'] == 2 and stays['NSIsOrdered'] is True
      assert stays['NSDestinationEntity'] == entities['Stay'] and stays['_P'] == 1 + 2 + 240 + 1024
      inverse = at(stays['NSInverseRelationship'])
      assert at(inverse['NSPropertyName']) == 'camper' and inverse['NSEntity'] == entities['Stay']
      tuples = [[at(n) for n in at(t)['NS.objects']] for t in at(camper['NSUniqueTuples'])['NS.objects']]
      assert tuples == [['fullName', 'age'], ['code']]
      index = at(at(camper['NSFetchIndexDescriptions'])['NS.objects'][0])
      assert at(index['NSIndexName']) == 'byAge'
      sys.stdout.write('fine')
      """
    XCTAssertEqual(
      try Python.run(onData: script, makeModel().contents.archivedForStore()), Data("fine".utf8))
  }

  func testARelationshipWithoutALimitMayHaveMinusOne() throws {
    let script = """
      archive = plistlib.loads(zlib.decompress(data, -15))
      changed = 0
      for each in archive['$objects']:
        if isinstance(each, dict) and each.get('NSMaxCount', 1) == 0:
          each['NSMaxCount'] = -1
          changed += 1
      assert changed > 0
      packer = zlib.compressobj(6, zlib.DEFLATED, -15)
      plain = plistlib.dumps(archive, fmt=plistlib.FMT_BINARY, sort_keys=False)
      sys.stdout.buffer.write(packer.compress(plain) + packer.flush())
      """
    let model = ManagedObjectModel {
      EntityDescription("Camper") {
        RelationshipDescription("stays", toMany: "Stay", inverse: "camper")
      }
      EntityDescription("Stay") {
        RelationshipDescription("camper", toOne: "Camper", inverse: "stays")
      }
    }
    let archive = try Python.run(onData: script, model.contents.archivedForStore())
    let read = try ManagedObjectModel(archivedInStore: archive)
    let stays = read.entitiesByName["Camper"]?.relationshipsByName["stays"]
    XCTAssertEqual(stays?.maxCount, 0)
    XCTAssertEqual(stays?.isToMany, true)
  }

  func testZlibUnpacksALargeModelOfSeveralBlocks() throws {
    let entities = (0..<50).map { number in
      let entity = EntityDescription(name: "Entity\(number)")
      entity.properties = (0..<20).map { place in
        AttributeDescription("attribute\(place)of\(number)", place % 2 == 0 ? .string : .integer64)
      }
      return entity
    }
    let packed = try ManagedObjectModel(entities: entities).contents.archivedForStore()
    let script = """
      plain = zlib.decompress(data, -15)
      sys.stdout.write(f'{len(plain)} {plain[:8].decode()}')
      """
    let answer = String(decoding: try Python.run(onData: script, packed), as: UTF8.self)
      .split(separator: " ")
    XCTAssertGreaterThan(try XCTUnwrap(Int(answer[0])), 100_000)
    XCTAssertEqual(answer[1], "bplist00")
  }

  func testAListCannotBeADefaultValue() {
    let model = ManagedObjectModel(entities: [
      EntityDescription("A") { AttributeDescription("a", .string, default: .list([])) }
    ])
    XCTAssertThrowsError(try model.contents.archivedForStore()) { error in
      XCTAssertEqual(
        (error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
    }
  }

  func testUnknownClassesAndKeysAreIgnored() throws {
    let writer = ModelArchiveWriter(makeModel().contents)
    guard case .dictionary(var archive) = try writer.archive(),
      case .array(var objects)? = archive["$objects"]
    else { return XCTFail("an archive is a dictionary with objects") }
    var renamed = 0
    for (place, object) in objects.enumerated() {
      guard case .dictionary(var fields) = object else { continue }
      if fields["$class"] != nil { fields["NSNovelty"] = .uid(1) }
      if fields["NSPropertyName"] != nil, fields["NSAttributeType"]?.integer == 1800 {
        // A class that came later than this code.
        objects.append(.dictionary(["$classname": .string("NSNovelDescription")]))
        fields["$class"] = .uid(UInt32(objects.count - 1))
        renamed += 1
      }
      objects[place] = .dictionary(fields)
    }
    XCTAssertEqual(renamed, 1)
    archive["$objects"] = .array(objects)
    let data = Deflate.pack(try BinaryPropertyListWriter.write(.dictionary(archive)))
    let read = try ManagedObjectModel(archivedInStore: data)
    XCTAssertEqual(read.entities.count, 4)
    XCTAssertNil(read.entitiesByName["Camper"]?.propertiesByName["colors"])
    XCTAssertNotNil(read.entitiesByName["Camper"]?.propertiesByName["code"])
  }

  func testDamagedArchivesAreRefused() throws {
    let empty = try BinaryPropertyListWriter.write(.dictionary([:]))
    for data in [Data(), Data("bplist00".utf8), Deflate.pack(Data()), Deflate.pack(empty)] {
      XCTAssertThrowsError(try ManagedObjectModel(archivedInStore: data)) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
      }
    }
  }

  func testAHierarchyInACircleIsRefused() throws {
    let writer = ModelArchiveWriter(makeModel().contents)
    guard case .dictionary(var archive) = try writer.archive(),
      case .array(var objects)? = archive["$objects"]
    else { return XCTFail("an archive is a dictionary with objects") }
    for (place, object) in objects.enumerated() {
      guard case .dictionary(var fields) = object, fields["NSSuperentity"] != nil else { continue }
      fields["NSSuperentity"] = .uid(UInt32(place))
      objects[place] = .dictionary(fields)
    }
    archive["$objects"] = .array(objects)
    let data = Deflate.pack(try BinaryPropertyListWriter.write(.dictionary(archive)))
    XCTAssertThrowsError(try ManagedObjectModel(archivedInStore: data))
  }

  func testMutatedArchivesNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 5)
    let plain = try Inflate.unpack(makeModel().contents.archivedForStore(), limit: 1 << 20)
    for _ in 0..<120 {
      do {
        let mutated = Deflate.pack(plain.mutated(using: &generator))
        _ = try ManagedObjectModel(archivedInStore: mutated).entityVersionHashesByName
      } catch {
        XCTAssertTrue(error is ObjectGraphError)
      }
    }
  }

  /// Whole values in the place of others: they get past the property list, where mutated bytes
  /// seldom do.
  func testMisplacedValuesNeverStopTheProcess() throws {
    var generator = SeededGenerator(seed: 8)
    let writer = ModelArchiveWriter(makeModel().contents)
    let archive = try writer.archive()
    for _ in 0..<60 {
      let misplaced = try Self.misplacing(in: archive, using: &generator)
      do {
        let model = try ManagedObjectModel(archivedInStore: Deflate.pack(misplaced))
        _ = model.entityVersionHashesByName
        _ = try model.contents.archivedForStore()
        try model.freeze()
      } catch {
        XCTAssertTrue(error is ObjectGraphError)
      }
    }
  }

  private static func misplacing(
    in archive: PropertyList, using generator: inout SeededGenerator
  ) throws -> Data {
    guard case .dictionary(var archive) = archive, case .array(var objects)? = archive["$objects"]
    else { return Data() }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let others: [PropertyList] = [
        .null, .uid(0), .uid(UInt32(objects.count)), .integer(.min), .integer(.max), .integer(-1),
        .integer(700), .real(.nan), .real(-1e300), .string(""), .data(Data()), .boolean(true),
        .array([.uid(1)]), .dictionary([:]), .date(Date(timeIntervalSinceReferenceDate: 1e300)),
        .uid(UInt32.random(in: 0..<UInt32(objects.count), using: &generator)),
        .uid(UInt32.random(in: 0..<UInt32(objects.count), using: &generator)),
      ]
      let value = others[Int.random(in: others.indices, using: &generator)]
      let place = Int.random(in: objects.indices, using: &generator)
      if case .dictionary(var fields) = objects[place],
        let key = fields.keys.sorted().randomElement(using: &generator)
      {
        if case .array(var elements)? = fields[key], !elements.isEmpty {
          elements[Int.random(in: elements.indices, using: &generator)] = value
          fields[key] = .array(elements)
        } else {
          fields[key] = value
        }
        objects[place] = .dictionary(fields)
      } else {
        objects[place] = value
      }
    }
    archive["$objects"] = .array(objects)
    return try BinaryPropertyListWriter.write(.dictionary(archive))
  }
}
