import Rendering

extension Resource {
  /// The command that adds an object.
  package var addCommand: Command<Context> {
    Command(
      "\(noun) add", "Add \(articledThing)",
      .required("name", .text(label.placeholder, "the \(called)'s \(label.words)")),
      .plan(newPlan(), fields.compactMap(\.forAdding))
    ) { context, name, plan in
      guard try isWanted(context, plan) else { return .nothingChanged }
      if let several = try addSeveral(context, name, plan) { return several }
      let (added, news) = try add(context, name, plan)
      try note(context, added)
      return .message("Added \(called) \(sentence(added))\(news)", record: record(of: added))
    }
    .about(articledThing)
  }

  /// The command that lists all objects.
  package var listCommand: Command<Context> {
    Command("\(noun) list", "List the \(plural)", answering: .data) { context in
      .table(
        table(try all(context)), empty: "No \(plural) yet; add one with \(noun) add")
    }
    .about(articledThing)
  }

  /// The command that shows one object.
  package var showCommand: Command<Context> {
    Command("\(noun) show", "Show \(articledThing)", subject, answering: .data) {
      context, object in
      .details(
        record(of: object, withDetails: true) + (try details(context, object)),
        lists: try lists(context, object))
    }
    .about(articledThing)
  }

  /// The command that changes objects.
  package var editCommand: Command<Context> {
    Command(
      "\(noun) edit", "Change \(articledThing)", subjects,
      .option("name", .text(label.placeholder, "the new \(label.words)")),
      Argument<Context, [Change<Plan>]>.all(fields.compactMap(\.forEditing))
    ) { context, objects, name, changes in
      let said = try changes.reduce(into: newPlan()) { plan, change in try change(&plan) }
      guard try isWanted(context, said) else { return .nothingChanged }
      @MainActor
      func changed(_ object: Object) throws -> Outcome {
        let outcome = try edit(context, object, name, said) { plan in
          for change in changes { try change(&plan) }
        }
        try note(context, outcome.object)
        return outcome
      }
      if let several, objects.count > 1 {
        guard name == nil else {
          throw ValueFault("\(objects.count) \(called)s cannot share a name", at: "name")
        }
        return try several.together(context) { answer(changing: try objects.map(changed)) }
      }
      let (object, news) = try changed(objects[0])
      return .message(
        "Changed \(called) \(sentence(object))\(news)", record: record(of: object))
    }
    .needingChange(present: presentValues).about(articledThing)
  }

  /// The present values of the object to change, by the options; of several, those of the first.
  private var presentValues: PresentValues<Context> {
    let subjects = subjects
    return { given, context in
      guard let object = try subjects.read(given)(context).first else { return [:] }
      var values: [String: Cell] = ["name": .text(name(object))]
      for field in fields where !field.name.isEmpty {
        values[field.name] = field.columns.first?.column.cell(object)
      }
      return values
    }
  }

  /// The answer about several changed objects, with the lines of news about each below.
  @MainActor
  private func answer(changing outcomes: [Outcome]) -> Answer {
    let names = outcomes.map { name($0.object) }
    let lines = zip(names, outcomes).flatMap { name, outcome in
      outcome.news.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map {
        line in
        "  \(called) \(name) \(line.drop { $0 == " " })"
      }
    }
    let head = "Changed \(names.count) \(called)s · \(names.joined(separator: ", "))"
    return .messages(
      ([head] + lines).joined(separator: "\n"), records: outcomes.map { record(of: $0.object) })
  }

  /// The command that deletes an object.
  package var deleteCommand: Command<Context> {
    Command(
      "\(noun) delete", "Delete \(articledThing)", .required(called, type.whole(name))
    ) { context, object in
      let (name, record) = (name(object), record(of: object))
      try delete(context, object)
      return .message("Deleted \(called) \(name)", record: record)
    }
    .about(articledThing)
  }

  /// The object of a command.
  private var subject: Argument<Context, Object> {
    current.map { .optional(called, type, orElse: $0) } ?? .required(called, type)
  }

  /// The object or objects that a command changes.
  private var subjects: Argument<Context, [Object]> {
    several.map { .required(called, $0.type) } ?? subject.map { [$0] }
  }

  private var articledThing: String {
    (thing.first.map("aeiou".contains) == true ? "an " : "a ") + thing
  }
}
