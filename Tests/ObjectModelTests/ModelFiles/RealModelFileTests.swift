import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

/// Reads the model files of real applications.
final class RealModelFileTests: XCTestCase {
  /// Python's own reading of the XML says the same, property by property.
  func testEveryRealModelFileReadsAsPythonReadsIt() throws {
    let files = try Fixtures.modelFiles()
    XCTAssertEqual(files.count, 70)
    let texts = try files.map { try Data(contentsOf: $0) }
    let readings = try String(
      decoding: Python.run(onData: Self.script, Data(texts.joined(separator: [0]))), as: UTF8.self
    ).split(separator: "\n\n")
    XCTAssertEqual(readings.count, files.count)
    var propertyCount = 0
    for (file, reading) in zip(files, readings) {
      let expected = reading.split(separator: "\n").map(String.init)
      let found = try ManagedObjectModel(contentsOf: file).facts
      XCTAssertEqual(found.count, expected.count, file.path)
      for (found, expected) in zip(found, expected) { XCTAssertEqual(found, expected, file.path) }
      propertyCount += found.count { $0.contains(".") }
    }
    // 3,591 attributes and 1,118 relationships, as xml.etree counts them.
    XCTAssertEqual(propertyCount, 4_709)
  }

  /// What keeps a version from being used: inverses that do not point back at each other.
  private static let faults: [(versions: Set<String>, fault: String)] = [
    (
      [
        "ArtsyFolio v1.4", "ArtsyFolio v1.5", "ArtsyPartner 2", "ArtsyPartner 3", "ArtsyPartner 4",
        "ArtsyPartner 5", "ArtsyPartner",
      ], "are not inverses of each other"
    )
  ]

  func testEveryOtherRealModelIsFitForUse() throws {
    for file in try Fixtures.modelFiles() {
      let model = try ManagedObjectModel(contentsOf: file)
      let version = file.deletingLastPathComponent().deletingPathExtension().lastPathComponent
      if let fault = Self.faults.first(where: { $0.versions.contains(version) })?.fault {
        XCTAssertThrowsError(try model.freeze(), file.path) {
          XCTAssertTrue("\($0)".contains(fault), "\($0)")
        }
      } else {
        XCTAssertNoThrow(try model.freeze(), file.path)
      }
    }
  }

  func testEveryRealModelSurvivesTheArchiveOfAStore() throws {
    for file in try Fixtures.modelFiles() {
      let model = try ManagedObjectModel(contentsOf: file)
      let read = try ManagedObjectModel(archivedInStore: model.contents.archivedForStore())
      XCTAssertEqual(read.summary.count, model.summary.count)
      for (found, expected) in zip(read.summary, model.summary) {
        XCTAssertEqual(found, expected, file.path)
      }
      XCTAssertEqual(read.entityVersionHashesByName, model.entityVersionHashesByName, file.path)
      XCTAssertEqual(read.versionChecksum, model.versionChecksum, file.path)
    }
  }

  func testAModelFileIsEqualToTheModelThatAStoreOfItCarries() throws {
    let example = "wibosco/CoreDataMigration_Example"
    let models = "wibosco/CoreDataMigration_Example.xcdatamodeld/CoreDataMigration_Example"
    for (store, file) in [
      ("Moody/Moody1", "Moody.xcdatamodeld/Moody"),
      ("Moody/Moody3", "Moody.xcdatamodeld/Moody 3"),
      ("SampleModel/SampleModel_V1", "SampleModel.xcdatamodeld/SampleModel"),
      ("Bookmarks/Bookmarks_V1", "BookmarksModel.xcdatamodeld/BookmarksModel"),
      ("Bookmarks/Bookmarks_V2", "BookmarksModel.xcdatamodeld/BookmarksModel 2"),
      (example + "_1", models), (example + "_2", models + " 2"), (example + "_3", models + " 3"),
      ("bnr/TestModel", "Sample.xcdatamodeld/TestModel"),
      ("Messaging/store2-24-1", "Messaging.xcdatamodeld/zmessaging2.24.1"),
      ("Messaging/store2-60-0", "Messaging.xcdatamodeld/zmessaging2.60.0"),
    ] {
      let stored = try Fixtures.model(inStore: store)
      let url = try Fixtures.folder().appendingPathComponent("models/\(file).xcdatamodel")
      let model = try ManagedObjectModel(contentsOf: url)
      XCTAssertEqual(model.entityVersionHashesByName, stored.entityVersionHashesByName, store)
      Self.level(model, stored)
      let expected = stored.facts
      let found = model.facts
      XCTAssertEqual(found.count, expected.count, store)
      for (found, expected) in zip(found, expected) { XCTAssertEqual(found, expected, store) }
    }
  }

  /// Takes out what a compiled model has otherwise by nature: a program may name its
  /// version and its classes anew or not at all, and an index over one attribute marks
  /// the attribute as indexed.
  private static func level(_ models: ManagedObjectModel...) {
    for model in models {
      model.versionIdentifiers = []
      for entity in model.entities {
        entity.managedObjectClassName = "ManagedObject"
        let attributes = entity.properties.compactMap { $0 as? AttributeDescription }
        for attribute in attributes { attribute.attributeValueClassName = nil }
        let single = entity.indexes.filter { $0.elements.count == 1 && $0.elements[0].isAscending }
        for index in single {
          attributes.first { $0.name == index.elements[0].propertyName }?.isIndexed = true
        }
      }
    }
  }

  /// Prints what a model file says, a line for each entity and property, in order.
  private static let script = """
    import decimal
    import re
    import struct
    import xml.etree.ElementTree as tree
    types = {'Undefined': 0, 'Integer 16': 100, 'Integer 32': 200, 'Integer 64': 300,
      'Decimal': 400, 'Double': 500, 'Float': 600, 'String': 700, 'Boolean': 800, 'Date': 900,
      'Binary': 1000, 'UUID': 1100, 'URI': 1200, 'Transformable': 1800}
    rules = {'No Action': 0, 'Nullify': 1, 'Cascade': 2, 'Deny': 3}
    def flag(e, key): return '1' if e.get(key) == 'YES' else '0'
    def text(e, key): return e.get(key) or '-'
    def bits(number): return struct.pack('>d', number).hex()
    def value(kind, text, bound=False):
      if text is None: return '-'
      words = {'YES': '1', 'NO': '0'}
      text = words.get(text, text)
      if 100 <= kind <= 300 or (kind == 700 and bound): return 'i%d' % int(float(text))
      if kind in (500, 600, 900): return 'd' + bits(float(text))
      if kind == 800: return 'b1' if float(text) else 'b0'
      if kind == 400: return 'n' + format(decimal.Decimal(text).normalize(), 'f')
      if kind == 1100 and not re.fullmatch('[0-9A-Fa-f-]{36}', text): return '-'
      return 's' + text
    def common(e):
      return [flag(e, 'optional'), flag(e, 'transient'), e.get('elementID') or e.get('name'),
        text(e, 'versionHashModifier'), info(e)]
    def info(e):
      entries = [(x.get('key'), x.get('value', '')) for x in e.findall('userInfo/entry')]
      return ','.join(k + '=' + v for k, v in sorted(entries))
    def groups(e, path, item):
      return ';'.join(','.join(x.get('value') for x in g.findall(item)) for g in e.findall(path))
    def read(root):
      lines = []
      for e in root.findall('entity'):
        name = e.get('name')
        className = (e.get('representedClassName') or '').split('.')[-1]
        if className in ('', 'NSManagedObject'): className = 'ManagedObject'
        indexes = []
        for i in e.findall('fetchIndex'):
          parts = [x.get('property') + ('+' if x.get('order') == 'ascending' else '-')
            for x in i.findall('fetchIndexElement')]
          # Core Data ignores an index of a to-many relationship.
          many = [r.get('name') for r in e.findall('relationship') if r.get('toMany') == 'YES']
          parts = [p for p in parts if p[:-1] not in many]
          if parts: indexes.append(i.get('name') + ':' + ','.join(parts))
        for i in e.findall('compoundIndexes/compoundIndex'):
          parts = [x.get('value') for x in i.findall('index')]
          indexes.append('_'.join(parts) + ':' + ','.join(p + '+' for p in parts))
        lines.append(name + '|' + '|'.join([className, e.get('parentEntity') or '-',
          flag(e, 'isAbstract'), e.get('elementID') or name, text(e, 'versionHashModifier'), info(e),
          groups(e, 'uniquenessConstraints/uniquenessConstraint', 'constraint'),
          ';'.join(sorted(indexes))]))
        for a in e.findall('attribute'):
          kind = types[a.get('attributeType', 'Undefined')]
          lines.append(name + '.' + a.get('name') + '|' + '|'.join(common(a) + [str(kind),
            value(kind, a.get('defaultDateTimeInterval' if kind == 900 else 'defaultValueString')),
            value(kind, a.get('minValueString'), True),
            value(kind, a.get('maxValueString'), True), text(a, 'regularExpressionString'),
            text(a, 'valueTransformerName'), text(a, 'customClassName'), flag(a, 'indexed'),
            flag(a, 'allowsExternalBinaryDataStorage'), flag(a, 'preserveAfterDeletion')]))
        for r in e.findall('relationship'):
          lines.append(name + '.' + r.get('name') + '|' + '|'.join(common(r) + [
            r.get('destinationEntity'), text(r, 'inverseName'), r.get('minCount', '0'),
            r.get('maxCount', '0'), flag(r, 'toMany'), flag(r, 'ordered'),
            str(rules[r.get('deletionRule', 'No Action')])]))
      return '\\n'.join(sorted(lines, key=lambda line: line.encode()))
    readings = [read(tree.fromstring(file)) for file in data.split(b'\\0')]
    sys.stdout.buffer.write('\\n\\n'.join(readings).encode())
    """
}
