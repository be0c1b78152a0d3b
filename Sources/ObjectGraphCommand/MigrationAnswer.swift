import CommandKit
import Foundation
import ObjectGraph
import ObjectStore
import Rendering

/// Formats the report of a migration.
///
/// Formats for people show a list for each part of the report, and JSON has an array for each.
/// Formats that consist only of rows have one for each entity and finding of each step.
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
    _ report: MigrationReport, objects: @escaping (Finding) -> Cell
  ) -> [Answer.List] {
    func numbered<Part>(
      _ parts: KeyPath<MigrationReport.Step, [Part]>, _ cells: (Part) -> [Cell]
    ) -> [[Cell]] {
      report.steps.enumerated().flatMap { number, step in
        step[keyPath: parts].map { [Cell(number + 1)] + cells($0) }
      }
    }
    func findings(_ list: KeyPath<MigrationReport.Step, [Finding]>) -> ResultTable {
      ResultTable(
        columns: [
          .number("step"), .init("entity"), .init("key"), .init("problem"), .number("count"),
          .init("objects"),
        ],
        rows: numbered(list) { finding in
          [
            .text(finding.entityName), Cell(finding.key), .text(finding.problem),
            Cell(finding.count), objects(finding),
          ]
        })
    }
    let steps = report.steps.map { step -> [Cell] in
      [.text(step.source), .text(step.destination), .text(step.means)]
    }
    let entities = numbered(\.entities) { entity in
      [
        Cell(entity.source), Cell(entity.destination),
        .text(entity.action.rawValue), Cell(entity.oldCount), Cell(entity.newCount),
      ]
    }
    return [
      ("steps", ResultTable(columns: [.init("from"), .init("to"), .init("mapping")], rows: steps)),
      (
        "entities",
        ResultTable(
          columns: [
            .number("step"), .init("from"), .init("to"), .init("action"), .number("before"),
            .number("after"),
          ], rows: entities)
      ),
      ("lost values", findings(\.lostValues)), ("broken rules", findings(\.brokenRules)),
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
