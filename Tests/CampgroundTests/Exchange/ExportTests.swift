import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The files of an export, derived from the model.
final class ExportTests: XCTestCase {
  private let model = ManagedObjectModel.campground
  private var tables: [ExportTable] { ExportTable.tables(of: model, currency: .usd) }

  private func table(_ name: String) throws -> ExportTable {
    try XCTUnwrap(tables.first { $0.name == name }, name)
  }

  func testEveryEntityHasAFileOrIsLeftOutOnPurpose() {
    let known = Set(ExportGlossary.campground.sections.map(\.entity))
    for entity in model.entities {
      let name = entity.name ?? ""
      XCTAssertNotEqual(
        known.contains(name), ExportGlossary.unexported.contains(name),
        "\(name) needs a section in ExportGlossary, or a place among those without a file")
    }
    XCTAssertEqual(known.subtracting(model.entities.compactMap(\.name)), [])
    XCTAssertEqual(Set(tables.map(\.name)).count, tables.count)
  }

  func testEveryStoredPropertyHasAColumnWithAMeaning() throws {
    for section in ExportGlossary.campground.sections {
      let table = try table(section.file)
      XCTAssertFalse(table.meaning.isEmpty, section.file)
      XCTAssertEqual(
        Set(table.columns.map(\.name)).count, table.columns.count, "\(section.file): two of a name")
      for column in table.columns {
        XCTAssertFalse(
          column.meaning.isEmpty,
          "\(section.entity).\(column.keyPath) needs a line in ExportGlossary")
      }
      let shown = Set(table.columns.map(\.keyPath))
      for word in section.words where !word.isHidden {
        XCTAssertTrue(
          shown.contains(word.keyPath), "\(section.entity) has no \(word.keyPath)")
      }
    }
    let posting = try XCTUnwrap(model.entitiesByName["Posting"])
    let lines = try table("folio-lines").columns.map(\.keyPath)
    for name in posting.attributesByName.keys {
      XCTAssertTrue(lines.contains("posting.\(name)"), name)
    }
  }

  func testWhatTheGlossaryLacksIsThereUnderTheNamesOfTheModel() throws {
    let known = ExportTable.tables(of: model, in: ExportGlossary(""), currency: .usd)
    let sites = try XCTUnwrap(known.first { $0.name == "camp-sites" })
    let names = sites.columns.map(\.name)
    for name in ["rate USD", "has shade", "site class", "retired from", "note"] {
      XCTAssertTrue(names.contains(name), name)
    }
  }

  func testAmountsNameTheCurrencyOrHaveAColumnForIt() throws {
    XCTAssertTrue(try table("folio-lines").columns.contains { $0.name == "amount USD" })
    let several = ExportTable.tables(of: model, currency: nil)
    let lines = try XCTUnwrap(several.first { $0.name == "folio-lines" })
    XCTAssertTrue(lines.columns.contains { $0.name == "amount" })
    XCTAssertEqual(lines.columns.last?.name, "currency")
    XCTAssertFalse(
      try XCTUnwrap(several.first { $0.name == "campers" }).columns
        .contains { $0.name == "currency" })
  }

  /// Dates and instants are one type in the store; their names tell them apart.
  func testInstantsAreThosePropertiesThatTheClassesDeclareSo() throws {
    let stack = try TestStoreStack()
    try stack.rootContext.performAndWait { context in
      for section in ExportGlossary.campground.sections {
        let object = try XCTUnwrap(
          EntityDescription.insertNewObject(forEntityName: section.entity, into: context)
            as ManagedObject?)
        var types: [String: String] = [:]
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
          for child in current.children {
            types[child.label ?? ""] = "\(type(of: child.value))"
          }
          mirror = current.superclassMirror
        }
        let instants = types.filter {
          $0.value.contains("Managed<Date>") || $0.value.contains("Managed<Optional<Date>>")
        }
        let table = try XCTUnwrap(
          ExportTable.tables(of: .campground, currency: .usd).first { $0.name == section.file })
        let own = table.columns.filter { $0.kind == .instant && !$0.keyPath.contains(".") }
        XCTAssertEqual(
          Set(instants.keys.map { String($0.dropFirst()) }), Set(own.map(\.keyPath)),
          section.entity)
      }
      context.rollback()
    }
  }
}
