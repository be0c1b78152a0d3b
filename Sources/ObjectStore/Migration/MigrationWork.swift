import Foundation
import ObjectModel
import SQLite

/// Creates the new content of a store, step by step, in files next to it, while the store is
/// locked.
struct MigrationWork {
  let plan: MigrationPlan
  let settings: StoreSettings
  let siblings: MigrationSiblings
  let files: MigrationFiles
  /// The store's metadata.
  let metadata: StoreMetadata

  /// - Returns: the path of the new content, and a report of each step.
  func run() throws -> (path: String, steps: [MigrationReport.Step]) {
    do {
      return try carryOutSteps()
    } catch let error as SQLiteError where error.kind == .interrupted {
      try settings.migration.progress?.checkCancellation()
      throw error
    }
  }

  private func carryOutSteps() throws -> (path: String, steps: [MigrationReport.Step]) {
    let migration = settings.migration
    let interruption = { migration.progress?.isCancelled ?? false }
    var path = siblings.original
    var reports: [MigrationReport.Step] = []
    for (index, step) in plan.steps.enumerated() {
      let isLast = index == plan.steps.count - 1
      // Only the last version needs its transformers and classes.
      let layout =
        try isLast
        ? ModelLayout.of(step.difference.destination)
        : ModelLayout.forCopying(step.difference.destination)
      let next = try siblings.make(index + 1)
      let progress = progress(ofStep: index)
      var omitted: [OmittedObjects] = []
      try progress(0)
      switch step {
      case .inferred(let difference):
        try InferredStep(
          difference: difference, destination: layout, configuration: settings.configuration,
          type: settings.type, progress: progress, interruption: interruption
        ).run(from: path, to: next, folder: ExternalFolder(storePath: siblings.original))
      case .mapped(let mapping, let difference, let mapper):
        try siblings.linkFolder()
        defer { siblings.unlinkFolder() }
        try makeEmpty(next, layout, files.identifier(ofStep: index + 1))
        omitted = try mapper.migrate(
          MappedStep(
            mapping: mapping, sourceModel: difference.source,
            destinationModel: difference.destination, sourceURL: URL(fileURLWithPath: path),
            destinationURL: URL(fileURLWithPath: next), configuration: settings.configuration,
            progress: progress))
        try markFiles(of: next, layout)
      }
      reports.append(
        try StepSurvey(
          step, from: path, to: next, omitted: omitted,
          // Objects created by a mapping model have no counterparts in the store.
          identifier: reports.contains(where: \.isMapped) ? nil : metadata.identifier, interruption
        ).report())
      if index > 0 { siblings.remove(index) }
      path = next
    }
    return (path, reports)
  }

  /// The remaining 5% is the replacement of the store's content.
  private func progress(ofStep index: Int) -> @Sendable (Double) throws -> Void {
    let (count, progress) = (Double(plan.steps.count), settings.migration.progress)
    return { fraction in
      try progress?.checkCancellation()
      progress?.advance(to: 0.95 * (Double(index) + fraction) / count)
    }
  }

  /// Creates an empty store with the old store's metadata.
  private func makeEmpty(_ path: String, _ layout: ModelLayout, _ identifier: String) throws {
    let connection = try Connection(path: path)
    defer { connection.clearStatements() }
    let held = try StoreConfiguration(name: settings.configuration, model: layout)
    try StoreCreation(model: layout, configuration: held, type: settings.type).run(on: connection)
    var facts = metadata
    facts.identifier = identifier
    facts.takeVersion(of: try StoreMetadata(from: connection, path: path))
    try facts.write(to: connection)
  }

  /// Marked now, because a later step may fail.
  private func markFiles(of path: String, _ layout: ModelLayout) throws {
    let connection = try Connection(path: path)
    try SQLFunctions.register(on: connection)
    try files.mark(connection, StoreMapping(model: layout))
  }
}
