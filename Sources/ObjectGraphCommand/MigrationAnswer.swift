import CommandKit
import Foundation
import ObjectGraph
import ObjectStore
import Rendering

/// Formats the report of a migration.
///
/// Formats for people show a list for each part of the report, and JSON has an array for each.
/// Formats that consist only of rows have one for each entity and finding of each step.
@MainActor
enum MigrationAnswer {
  static func answer(_ report: MigrationReport) -> Answer {
    let duration = (report.isTrial ? "estimated seconds" : "seconds", seconds(report))
    let lists = lists(report, objects: summary)
    return answer(report, forPeople: .details(facts(report) + [duration], lists: lists))
  }

  /// The answer for a store that already has the requested version.
  static func answer(
    ofCurrent store: URL, _ model: ManagedObjectModel, isTrial: Bool
  ) -> Answer {
    let nothing = MigrationReport(
      storeURL: store, source: model.versionTitle, destination: model.versionTitle, steps: [],
      duration: 0, isTrial: isTrial)
    let sentence = "\(store.relativePath) already has that version"
    return answer(nothing, forPeople: .message(sentence, record: []))
  }

  private static func answer(_ report: MigrationReport, forPeople answer: Answer) -> Answer {
    let parts = lists(report, objects: uris).map { (name: $0.title, value: $0.table.cell) }
    return .forms(
      answer, record: facts(report) + [("seconds", seconds(report))] + parts, rows: rows(report))
  }

  private static func facts(_ report: MigrationReport) -> Answer.Record {
    [
      ("store", .text(report.storeURL.path)), ("from", .text(report.source)),
      ("to", .text(report.destination)), ("dry run", .boolean(report.isTrial)),
    ]
  }

  private static func seconds(_ report: MigrationReport) -> Cell {
    .double((report.duration * 100).rounded() / 100)
  }

  // MARK: Lists

  private typealias Finding = MigrationReport.Finding

  private static func lists(
    _ report: MigrationReport, objects: @escaping @MainActor (Finding) -> Cell
  ) -> [Answer.List] {
    func numbered<Part>(
      _ parts: KeyPath<MigrationReport.Step, [Part]>, _ columns: [ListColumn<Part>]
    ) -> ResultTable {
      ResultTable(
        columns: [.number("step")] + columns.map(\.heading),
        rows: report.steps.enumerated().flatMap { number, step in
          columns.table(of: step[keyPath: parts]).rows.map { [Cell(number + 1)] + $0 }
        })
    }
    let steps: [ListColumn<MigrationReport.Step>] = [
      .init("from") { .text($0.source) }, .init("to") { .text($0.destination) },
      .init("mapping") { .text($0.means) },
    ]
    let entities: [ListColumn<MigrationReport.Entity>] = [
      .init("from") { Cell($0.source) }, .init("to") { Cell($0.destination) },
      .init("action") { .text($0.action.rawValue) }, .number("before") { Cell($0.oldCount) },
      .number("after") { Cell($0.newCount) },
    ]
    let findings: [ListColumn<Finding>] = [
      .init("entity") { .text($0.entityName) }, .init("key") { Cell($0.key) },
      .init("problem") { .text($0.problem) }, .number("count") { Cell($0.count) },
      .init("objects", objects),
    ]
    return [
      ("steps", steps.table(of: report.steps)), ("entities", numbered(\.entities, entities)),
      ("lost values", numbered(\.lostValues, findings)),
      ("broken rules", numbered(\.brokenRules, findings)),
    ]
  }

  /// The contents of all lists in one table.
  private static func rows(_ report: MigrationReport) -> ResultTable {
    var rows: [[Cell]] = []
    for (number, step) in report.steps.enumerated() {
      let head = [
        Cell(number + 1), .text(step.source), .text(step.destination), .text(step.means),
      ]
      for entity in step.entities {
        rows.append(
          head + [
            .text(entity.action.rawValue), Cell(entity.source),
            Cell(entity.destination), .null, .null, Cell(entity.oldCount),
            Cell(entity.newCount), .null,
          ])
      }
      for finding in step.lostValues {
        rows.append(
          head + [
            .text("lost"), .text(finding.entityName), .null, Cell(finding.key),
            .text(finding.problem), Cell(finding.count), .null, uris(finding),
          ])
      }
      for finding in step.brokenRules {
        rows.append(
          head + [
            .text("broken rule"), .null, .text(finding.entityName), Cell(finding.key),
            .text(finding.problem), .null, Cell(finding.count), uris(finding),
          ])
      }
    }
    return ResultTable(
      columns: [
        .number("step"), .init("from version"), .init("to version"), .init("mapping"),
        .init("what"), .init("from"), .init("to"), .init("key"), .init("problem"),
        .number("before"), .number("after"), .init("objects"),
      ], rows: rows)
  }

  // MARK: Objects

  private static func uris(_ finding: Finding) -> Cell {
    .list(finding.objects.map { .text($0.absoluteString) })
  }

  /// The objects' keys, such as `p1 p2 p3`, followed by `…` if there are more.
  private static func summary(_ finding: Finding) -> Cell {
    let names = finding.objects.map(\.lastPathComponent)
    return .text((names + (finding.count > names.count ? ["…"] : [])).joined(separator: " "))
  }
}

extension MigrationReport.Step {
  fileprivate var means: String { isMapped ? "mapped" : "inferred" }
}
