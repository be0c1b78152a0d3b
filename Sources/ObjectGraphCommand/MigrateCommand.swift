import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Tool {
  /// The `migrate` command, which migrates a store to a version of its model.
  static var migrate: Self {
    Command(
      "migrate", synonyms: ["upgrade", "convert", "downgrade"],
      "Migrate a store to a version of its model",
      .required("store", .file.described("store", placeholder: "STORE")),
      .requiredOption("to", .model, "model to migrate the store to"),
      .option("version", .text("NAME"), "version of the model; the current one by default"),
      .option(
        "from", .text("NAME"),
        "version that made the store, if the store does not say; it must be in the same "
          + ".xcdatamodeld"),
      .option(
        "mapping", .files, "mapping models for steps that cannot be inferred; may be repeated"),
      .option("backup", .file, "file for a copy of the store as it was"),
      .option(
        "timeout", .integer(in: 0...86_400, "SECONDS"), "how long to wait for other programs"),
      .flag("dry-run", "show what would happen, without changing the store"),
      .flag("allow-loss", "migrate even if values are lost and there is no backup"),
      details: """
        A store is migrated through the versions of an .xcdatamodeld one by one, in the order of \
        their names. Steps without a mapping model are inferred. Migration policies written in \
        Swift cannot run here: migrate with the program that contains them. A dry run does all of \
        the work in a file beside the store, and does not change the store. Ctrl-C cancels a \
        migration and leaves the store unchanged.
        """,
      refuses: "a store of an unknown version, a step that needs a mapping model, and, without "
        + "--backup or --allow-loss, a migration that loses values",
      examples: [
        "migrate Notes.sqlite --to Notes.xcdatamodeld --dry-run",
        "migrate Notes.sqlite --to Notes.xcdatamodeld --mapping 2to3.xcmappingmodel",
      ]
    ) { _, store, argument, version, former, mappings, backup, timeout, isTrial, allowsLoss in
      let model = try argument.model(version: version)
      let source = try former.map { try argument.model(version: $0, by: "from") }
      let description = PersistentStoreDescription(url: URL(fileURLWithPath: store))
      description.modelVersions = try argument.versions()
      description.mappingModels = try (mappings ?? []).map {
        try MappingModel(contentsOf: URL(fileURLWithPath: $0))
      }
      description.migrationBackupURL = backup.map { URL(fileURLWithPath: $0) }
      if let timeout { description.timeout = TimeInterval(timeout) }
      let bar = ProgressBar("Migrating \(description.url.lastPathComponent)")
      defer { bar?.clear() }
      let progress = MigrationProgress { bar?.show($0) }
      description.migrationProgress = progress
      let migration = StoreMigration(of: description, to: model, from: source)
      let stored = (try? migration.storedVersion()).map { [$0] } ?? []
      CopiedValues.registerTransformers(for: stored + description.modelVersions + [model])
      let report = try SignalThread.working(cancelledBy: progress.cancelIfUnderWay) {
        try isTrial
          ? migration.dryRun()
          : migration.run { if !allowsLoss, backup == nil { try $0.checkLosses() } }
      }
      return report.map { MigrationAnswer.answer($0) }
        ?? MigrationAnswer.answer(ofCurrent: description.url, model, isTrial: isTrial)
    }
  }
}

extension MigrationReport {
  /// - Throws: `ValueFault` that lists the values that would be lost, if any.
  fileprivate func checkLosses() throws {
    let losses = steps.flatMap(\.lostValues).map { finding in
      let name = [finding.entityName, finding.key].compactMap { $0 }.joined(separator: ".")
      return "\n- \(name) \(finding.problem): \(finding.count)"
    }
    guard !losses.isEmpty else { return }
    let shown = losses.prefix(10).joined()
    throw ValueFault(
      "the migration would lose values; the store is unchanged" + shown
        + (losses.count > 10 ? "\n- and \(losses.count - 10) more" : ""),
      hint: "keep a copy with --backup FILE, or give --allow-loss; --dry-run names the objects")
  }
}
