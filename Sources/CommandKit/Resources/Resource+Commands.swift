import Rendering

extension Resource {
  /// Adds one.
  package func addCommand(_ help: Help = Help()) -> Command<Context> {
    let arguments = Argument<Context, [Change]>.all(fields.compactMap(\.forAdding))
    return Command(
      "\(noun) add", synonyms: help.synonyms, help.summary ?? "Add \(articledThing)",
      .required("name", .text(label.placeholder, "the \(called)'s \(label.words)")), arguments,
      details: help.details, refuses: help.refuses,
      examples: help.examples
    ) { context, name, changes in
      var plan = newPlan()
      for change in changes { try change(&plan) }
      if let several = try addSeveral(context, name, plan) { return several }
      let (added, sentence) = try add(context, name, plan)
      try note(context, added)
      return .message("Added \(called) \(sentence)", record: record(of: added))
    }
    .about(articledThing)
  }

  /// Lists all.
  package func listCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) list", synonyms: help.synonyms, help.summary ?? "List the \(plural)",
      details: help.details, refuses: help.refuses,
      examples: help.examples
    ) { context in
      .table(
        table(try all(context)), empty: "No \(plural) yet; add one with \(noun) add")
    }
    .about(articledThing)
  }

  /// Shows one.
  package func showCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) show", synonyms: help.synonyms, help.summary ?? "Show \(articledThing)", subject,
      details: help.details, refuses: help.refuses, examples: help.examples
    ) { context, object in
      .details(
        record(of: object, withDetails: true) + (try details(context, object)),
        lists: try lists(context, object))
    }
    .about(articledThing)
  }

  /// Changes one.
  package func editCommand(_ help: Help = Help()) -> Command<Context> {
    let arguments = Argument<Context, [Change]>.all(fields.compactMap(\.forEditing))
    let names = ["name"] + arguments.parameters.map(\.name)
    return Command(
      "\(noun) edit", synonyms: help.synonyms, help.summary ?? "Change \(articledThing)", subject,
      .option("name", .text(label.placeholder, "the new \(label.words)")), arguments,
      details: help.details, refuses: help.refuses,
      examples: help.examples
    ) { context, object, name, changes in
      guard name != nil || !changes.isEmpty else {
        throw ValueFault(
          "\(noun) edit needs something to change",
          hint: "options: \(names.joined(separator: ", "))")
      }
      let (changed, sentence) = try edit(context, object, name) { plan in
        for change in changes { try change(&plan) }
      }
      try note(context, changed)
      return .message("Changed \(called) \(sentence)", record: record(of: changed))
    }
    .about(articledThing)
  }

  /// Deletes one.
  package func deleteCommand(_ help: Help = Help()) -> Command<Context> {
    Command(
      "\(noun) delete", synonyms: help.synonyms, help.summary ?? "Delete \(articledThing)",
      .required(called, type.whole(name)),
      details: help.details, refuses: help.refuses, examples: help.examples
    ) { context, object in
      let (name, record) = (name(object), record(of: object))
      try delete(context, object)
      return .message("Deleted \(called) \(name)", record: record)
    }
    .about(articledThing)
  }

  private typealias Change = Field<Context, Object, Plan>.Change

  /// The one that a command is about.
  private var subject: Argument<Context, Object> {
    current.map { .optional(called, type, orElse: $0) } ?? .required(called, type)
  }

  private var articledThing: String {
    (thing.first.map("aeiou".contains) == true ? "an " : "a ") + thing
  }
}
