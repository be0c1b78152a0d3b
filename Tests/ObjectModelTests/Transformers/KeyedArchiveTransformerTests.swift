import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

/// python3's plistlib, which knows UIDs, writes and reads the archives.
final class KeyedArchiveTransformerTests: XCTestCase {
  private let transformer = KeyedArchiveTransformer()

  private func value(of data: Data) throws -> Any? {
    try transformer.reverseTransformedValue(data)
  }

  private func data(of value: Any) throws -> Data {
    try XCTUnwrap(try transformer.transformedValue(value) as? Data)
  }

  /// An archive of the objects, whose root is the first, made by python3.
  private func archive(_ objects: String) throws -> Data {
    try Python.run(
      onData: """
        from plistlib import UID
        def cls(*names): return {'$classname': names[0], '$classes': list(names)}
        objects = ['$null'] + [\(objects)]
        sys.stdout.buffer.write(plistlib.dumps({'$version': 100000, '$archiver': 'NSKeyedArchiver',
          '$top': {'root': UID(1)}, '$objects': objects}, fmt=plistlib.FMT_BINARY))
        """, Data())
  }

  func testContainersAreWrittenAsDeepAsTheyAreReadAndNoDeeper() throws {
    func nested(_ depth: Int, _ container: (Any) -> Any) -> Any {
      (0..<depth).reduce("core" as Any) { inner, _ in container(inner) }
    }
    for container: (Any) -> Any in [{ [$0] }, { ["inner": $0] }] {
      XCTAssertNotNil(try value(of: data(of: nested(63, container))))
      XCTAssertThrowsError(try transformer.transformedValue(nested(64, container)))
    }
  }

  func testAnArchiveAsFoundationWritesItIsRead() throws {
    let data = try archive(
      """
      {'$class': UID(4), 'NS.keys': [UID(2), UID(3)], 'NS.objects': [UID(5), UID(8)]},
      'tags', 'born', cls('NSMutableDictionary', 'NSDictionary', 'NSObject'),
      {'$class': UID(7), 'NS.objects': [UID(2), UID(6), UID(10)]}, 42,
      cls('NSArray', 'NSObject'), {'$class': UID(9), 'NS.time': 86400.5}, cls('NSDate', 'NSObject'),
      {'$class': UID(11), 'NS.string': 'mutable'}, cls('NSMutableString', 'NSString', 'NSObject')
      """)
    let dictionary = try XCTUnwrap(try value(of: data) as? [String: Any])
    XCTAssertEqual(Set(dictionary.keys), ["tags", "born"])
    let tags = try XCTUnwrap(dictionary["tags"] as? [Any])
    XCTAssertEqual(tags.count, 3)
    XCTAssertEqual(tags[0] as? String, "tags")
    XCTAssertEqual(tags[1] as? Int64, 42)
    XCTAssertEqual(tags[2] as? String, "mutable")
    XCTAssertEqual(
      dictionary["born"] as? Date, Date(timeIntervalSinceReferenceDate: 86_400.5))
  }

  func testASetIsRead() throws {
    let data = try archive(
      "{'$class': UID(4), 'NS.objects': [UID(2), UID(3)]}, 'a', 'b', cls('NSSet', 'NSObject')")
    XCTAssertEqual(try value(of: data) as? Set<String>, ["a", "b"])
  }

  func testPythonFindsTheObjectsThatWereWritten() throws {
    let report = try Python.run(
      onData: """
        from plistlib import UID
        archive = plistlib.loads(data)
        objects = archive['$objects']
        def value(uid):
          o = objects[uid.data]
          if not isinstance(o, dict): return o
          name = objects[o['$class'].data]['$classname']
          if name == 'NSDictionary':
            return {value(k): value(v) for k, v in zip(o['NS.keys'], o['NS.objects'])}
          if name == 'NSArray': return [value(v) for v in o['NS.objects']]
          return name
        print(archive['$archiver'], archive['$version'], value(archive['$top']['root']))
        """, try data(of: ["b": [1, "x", true] as [Any], "a": 2.5, "id": UUID()] as [String: Any]))
    XCTAssertEqual(
      String(decoding: report, as: UTF8.self),
      "NSKeyedArchiver 100000 {'a': 2.5, 'b': [1, 'x', True], 'id': 'NSUUID'}\n")
  }

  func testEqualValuesGiveEqualBytes() throws {
    let keys = (0..<50).map { "key \($0)" }
    let forward = Dictionary(uniqueKeysWithValues: keys.map { ($0, [$0: 1]) })
    let backward = Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, [$0: 1]) })
    XCTAssertEqual(try data(of: forward), try data(of: backward))
  }

  func testAnObjectOfAnotherClassIsAnErrorThatNamesIt() throws {
    let data = try archive(
      "{'$class': UID(2), 'UIRed': 1.0}, cls('UIColor', 'NSObject')")
    XCTAssertThrowsError(try value(of: data)) { error in
      XCTAssertTrue((error as? ObjectGraphError)?.message.contains("UIColor") ?? false)
    }
  }

  func testArchivesWithoutAnEndAndOtherBytesAreRefused() throws {
    let loop = try archive(
      "{'$class': UID(2), 'NS.objects': [UID(1), UID(1)]}, cls('NSArray', 'NSObject')")
    for data in [loop, Data(), Data([1, 2, 3]), Data("bplist00".utf8)] {
      XCTAssertThrowsError(try value(of: data))
    }
    XCTAssertThrowsError(try transformer.transformedValue(Data.self))
    XCTAssertThrowsError(try transformer.transformedValue([["x": Set<Int>()]]))
  }

  func testMutatedArchivesNeverStopTheProcess() throws {
    let whole = try data(of: ["a": [1, 2, ["b": Date()]] as [Any], "c": "text"] as [String: Any])
    var generator = SeededGenerator(seed: 41)
    var refused = 0
    for _ in 0..<2_000 {
      do {
        _ = try value(of: whole.mutated(using: &generator))
      } catch {
        refused += 1
      }
    }
    XCTAssertGreaterThan(refused, 0)
  }
}
