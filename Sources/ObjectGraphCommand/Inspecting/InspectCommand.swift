import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore

extension Command where Context == Tool {
  /// The `inspect` command, which shows the contents of a store or model.
  static var inspect: Self {
    Command(
      "inspect", synonyms: ["schema", "describe", "entities", "metadata"],
      "Show what a store or a model has, or one of its entities",
      .required("store", .model("STORE|MODEL", "store, or model")),
      .optional("entity", .text("ENTITY", "entity to show with its properties")),
      .storedModel,
      .option("version", .text("NAME"), "version of a model; the current one by default"),
      details: """
        For a store, own counts the objects of the entity itself, and all includes those of its \
        subentities. Inherited properties are marked with the entity that declares them. The \
        version hash of an entity is the store's; those of properties are ObjectGraph's.
        """,
      examples: [
        "inspect Trips.sqlite", "inspect Trips.sqlite Trip --output json",
        "inspect Trips.xcdatamodeld --version \"Trips 2\"",
      ]
    ) { tool, subject, entity, given, version in
      let isStore = subject.isStore || !subject.isModel
      if isStore {
        guard version == nil else {
          throw ValueFault(
            "a store has no versions to choose from", hint: "leave out --version", at: "version",
            exitStatus: .usage)
        }
        try tool.open(subject.path, given)
      } else if given != nil {
        throw ValueFault(
          "--model is for a store, and \(subject.path) is a model", hint: "leave out --model",
          at: "model", exitStatus: .usage)
      }
      let inspection = Inspection(
        subject: subject,
        model: try tool.store?.declaredModel ?? subject.model(version: version), store: tool.store,
        style: tool.cellStyle)
      return try entity.map { try inspection.answer(about: $0) } ?? inspection.answer()
    }
  }
}
