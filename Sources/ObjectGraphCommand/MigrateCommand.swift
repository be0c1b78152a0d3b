import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Tool {
  /// Brings a store to a version of its model.
  static var migrate: Self {
    Command(
      "migrate", synonyms: ["upgrade", "convert", "downgrade"],
      "Migrate a store to a version of its model",
      .required("store", .file.described("store", placeholder: "STORE")),
      .requiredOption("to", .model, "model that the store is to have"),
      .option("version", .text("NAME"), "version of the model; the current one by default"),
      .option("mapping", .files, "mapping models for steps that cannot be inferred"),
      .option("backup", .file, "file for a copy of the store as it was"),
      .option(
        "timeout", .integer(in: 0...86_400, "SECONDS"), "how long to wait for other programs"),
      .flag("dry-run", "say what would happen, and leave the store as it is"),
      details: """
        The versions of an .xcdatamodeld are gone through one after the other, in the order of their \
        names. Steps without a mapping model are inferred. A dry run does all of the work in a file \
        beside the store, and leaves the store as it is.
        """,
      refuses: "a store of an unknown version, and a step that needs a mapping model",
      examples: [
        "migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run",
        "migrate Notes.sqlite --to Notes.xcdatamodeld --mapping 2to3.xcmappingmodel",
      ]
    ) { _, store, argument, version, mappings, backup, timeout, isTrial in
      let model = try argument.model(version: version)
      let description = PersistentStoreDescription(url: URL(fileURLWithPath: store))
      description.modelVersions = try argument.versions()
      description.mappingModels = try (mappings ?? []).map {
        try MappingModel(contentsOf: URL(fileURLWithPath: $0))
      }
      description.migrationBackupURL = backup.map { URL(fileURLWithPath: $0) }
      if let timeout { description.timeout = TimeInterval(timeout) }
      let bar = ProgressBar()
      description.migrationProgress = bar.map { bar in MigrationProgress { bar.show($0) } }
      defer { bar?.clear() }
      let migration = StoreMigration(of: description, to: model)
      guard let report = try isTrial ? migration.dryRun() : migration.run() else {
        return .message(
          "\(store) has that version already",
          record: [("store", .text(store)), ("steps", Cell(0))])
      }
      return .migration(report)
    }
  }
}

extension Answer {
  /// What a migration did, a list for each of its parts.
  fileprivate static func migration(_ report: MigrationReport) -> Answer {
    let steps = report.steps.map { step -> [Cell] in
      [.text(step.source), .text(step.destination), .text(step.isMapped ? "mapped" : "inferred")]
    }
    let entities = report.steps.enumerated().flatMap { number, step in
      step.entities.map { entity -> [Cell] in
        [
          Cell(number + 1), .text(entity.source ?? ""), .text(entity.destination ?? ""),
          .text(entity.action.rawValue), Cell(entity.oldCount), Cell(entity.newCount),
        ]
      }
    }
    func findings(_ list: KeyPath<MigrationReport.Step, [MigrationReport.Finding]>) -> ResultTable {
      ResultTable(
        columns: [
          .number("step"), .init("entity"), .init("key"), .init("problem"), .number("count"),
          .init("objects"),
        ],
        rows: report.steps.enumerated().flatMap { number, step in
          step[keyPath: list].map { finding -> [Cell] in
            [
              Cell(number + 1), .text(finding.entityName), .text(finding.key ?? ""),
              .text(finding.problem),
              Cell(finding.count),
              .text(finding.objects.map(\.lastPathComponent).joined(separator: " ")),
            ]
          }
        })
    }
    return .details(
      [
        ("store", .text(report.storeURL.path)), ("from", .text(report.source)),
        ("to", .text(report.destination)), ("dry run", .boolean(report.isTrial)),
        (
          report.isTrial ? "estimated seconds" : "seconds",
          .double((report.duration * 100).rounded() / 100)
        ),
      ],
      lists: [
        (
          "steps",
          ResultTable(columns: [.init("from"), .init("to"), .init("mapping")], rows: steps)
        ),
        (
          "entities",
          ResultTable(
            columns: [
              .number("step"), .init("from"), .init("to"), .init("action"), .number("before"),
              .number("after"),
            ], rows: entities)
        ),
        ("lost values", findings(\.lostValues)), ("broken rules", findings(\.brokenRules)),
      ])
  }
}
