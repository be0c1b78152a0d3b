import Rendering

extension Resource {
  /// Adds one.
  package func addCommand(_ help: Help = Help()) -> Command<Context> {
    let arguments = Argument<Context, [Change]>.all(fields.compactMap(\.forAdding))
    return Command(
      "\(noun) add", help.summary ?? "Add \(articledThing)",
      .required("name", .text("NAME", "the \(noun)'s name")), arguments, details: help.details,
      examples: help.examples
    ) { context, name, changes in
      var plan = newPlan()
      for change in changes { try change(&plan) }
      let added = try add(context, name, plan)
      try note(context, added)
      return .message("Added \(noun) \(sentence(added))", record: record(of: added))
    }
  }

  /// Lists all.
  package func listCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) list", help.summary ?? "List the \(plural)", details: help.details,
      examples: help.examples
    ) { context in
      .table(
        table(try all(context)), empty: "No \(plural) yet; add one with \(noun) add")
    }
  }

  /// Shows one.
  package func showCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) show", help.summary ?? "Show \(articledThing)", .required(noun, type),
      details: help.details, examples: help.examples
    ) { context, object in
      .details(
        record(of: object, withDetails: true) + (try details(context, object)),
        lists: try lists(context, object))
    }
  }

  /// Changes one.
  package func editCommand(_ help: Help = Help()) -> Command<Context> {
    let arguments = Argument<Context, [Change]>.all(fields.compactMap(\.forEditing))
    let names = ["name"] + arguments.parameters.map(\.name)
    return Command(
      "\(noun) edit", help.summary ?? "Change \(articledThing)", .required(noun, type),
      .option("name", .text("NAME", "the new name")), arguments, details: help.details,
      examples: help.examples
    ) { context, object, name, changes in
      guard name != nil || !changes.isEmpty else {
        throw ValueFault(
          "\(noun) edit needs something to change",
          hint: "it takes \(names.joined(separator: ", "))")
      }
      let changed = try edit(context, object, name) { plan in
        for change in changes { try change(&plan) }
      }
      try note(context, changed)
      return .message("Changed \(noun) \(sentence(changed))", record: record(of: changed))
    }
  }

  /// Deletes one.
  package func deleteCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) delete", help.summary ?? "Delete \(articledThing)", .required(noun, type),
      details: help.details, examples: help.examples
    ) { context, object in
      let (name, record) = (name(object), record(of: object))
      try delete(context, object)
      return .message("Deleted \(noun) \(name)", record: record)
    }
  }

  private typealias Change = Field<Context, Object, Plan>.Change

  private var articledThing: String {
    (thing.first.map("aeiou".contains) == true ? "an " : "a ") + thing
  }
}
