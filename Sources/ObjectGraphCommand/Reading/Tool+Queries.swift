import CommandKit
import Foundation
import ObjectGraph
import QueryKit
import Rendering

extension Tool: QueryContext {
  static let hasScratchPad = false

  var hasUnsavedWork: Bool { false }

  var context: ManagedObjectContext {
    get throws {
      guard let store else { throw ValueFault("no store is open") }
      return store.context
    }
  }

  /// Binary data is shown in base 64 in formats for programs, and as its size in others.
  var cellStyle: CellStyle {
    let isForPrograms = format.isForPrograms
    return CellStyle(byIdentityWith: { data in
      .text(
        isForPrograms
          ? data.base64EncodedString() : "\(data.count) byte\(data.count == 1 ? "" : "s")")
    })
  }

  func warn(_ warning: Diagnostic) {
    FileHandle.standardError.write(Data((DiagnosticRenderer().render(warning) + "\n").utf8))
  }
}

extension Command where Context == Tool {
  /// The commands that query a store.
  static var queries: [Self] { commands.answers + commands.explanations }

  private static let commands = QueryCommands<Tool>(
    of: Argument.openStore,
    examples: [
      "fetch": [
        "fetch Trips.sqlite Trip where 'days > 3 AND guide.name == \"Ada\"' sort start limit 10",
        "fetch Trips.sqlite Trip select 'name, days * price AS total' --output csv",
      ],
      "count": ["count Trips.sqlite Trip where 'ANY stops.name BEGINSWITH \"A\"'"],
      "group": ["group Trips.sqlite Trip by 'guide.name count sum days' having 'count > 1'"],
      "explain fetch": ["explain fetch Trips.sqlite Trip where 'days > 3' sort start"],
      "explain count": ["explain count Trips.sqlite Trip where 'days > 3'"],
      "explain group": ["explain group Trips.sqlite Trip by guide.name"],
    ])
}

extension Argument where Context == Tool, Value == Void {
  /// The store to query, opened when the command runs.
  fileprivate static var openStore: Self {
    Argument<Tool, (path: String, model: ModelArgument?)>.group(
      .required("store", .file.described("store", placeholder: "STORE")), .storedModel
    ) { ($0, $1) }
    .found { tool, given in try tool.open(given.path, given.model) }
  }
}

extension Argument where Context == Tool, Value == ModelArgument? {
  /// The `--model` option, for a store without an embedded model.
  static var storedModel: Self {
    .option("model", .model, "model that the store was made with, if the store contains none")
  }
}
