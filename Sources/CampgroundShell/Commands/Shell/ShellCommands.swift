import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// What people call files of answers.
  static var wordsForFiles: [String] { ["file", "csv", "spreadsheet", "excel"] }

  /// The commands about the shell itself.
  @CommandList<Session>
  static var aboutShell: [Self] {
    Command(
      "help", aliases: ["?", ".help"], synonyms: ["manual", "commands"],
      "Explain a command, a chapter or a word",
      .optional("topic", .helpTopic),
      examples: [
        "help", "help camper", "help camper add", "help payments", "help walk-in", "help language",
        ".help predicate",
      ]
    ) { _, topic in try Session.help.answer(about: topic) }

    Command("exit", aliases: ["quit", "q", "\\q"], synonyms: ["logout", "bye"], "Leave the shell") {
      session in
      session.isOver = true
      return .nothing
    }

    Command(
      ".output", synonyms: wordsForFiles + ["json", "format"],
      "Choose the format of answers, or a file for them",
      .required(
        "target",
        .choiceOrFile(
          of: OutputFormat.allCases.map(\.rawValue), "FORMAT|FILE",
          "format of answers, or a file for them")),
      .flag("raw", "leave texts that begin like a formula as they are"),
      .flag("replace", "overwrite the file"),
      details: """
        The formats are \(OutputFormat.allCases.map(\.rawValue).joined(lastBy: "and")); any other \
        word is the path of a file, which gets all further answers in the format of its ending: \
        rev.csv. A file that is not empty is kept unless you add replace or, at a terminal, agree \
        to overwrite it. Write ./csv for a file named like a format, and a hyphen for standard \
        output.
        """,
      examples: [".output csv", ".output arrivals.txt", ".output arrivals.txt replace"]
    ) { session, target, isRaw, isReplacing in
      let format = OutputFormat(rawValue: target)
      if format != nil || target == "-", isReplacing {
        throw ValueFault.nothingToReplace(
          hint: "write ./\(target) for a file of that name")
      }
      if let format {
        session.format = format
      } else if target == "-" {
        session.outputFile = nil
      } else {
        let ending = try Session.ending(of: target)
        guard
          let file = try session.fileToWrite(target, at: "target", replacing: isReplacing)
        else { return Session.nothingWritten }
        session.outputFile = OutputFile(
          destination: file, place: try session.place(of: target, at: "target"),
          format: ending.format, isRaw: isRaw)
        if let head = session.outputHead(of: target) { try file.write(head) }
      }
      return .nothing
    }

    Command(
      ".once", synonyms: wordsForFiles, "Write the next answer to a file",
      .required("file", .file),
      .flag("raw", "leave texts that begin like a formula as they are"),
      .flag("replace", "overwrite the file"),
      details: """
        The format is that of the file's ending, as with .output. It is also for answers that \
        take no to FILE. A command that fails leaves the file to the next one; a hyphen for the \
        file takes it back.
        """,
      examples: [".once paid.csv"], isAboutSession: true
    ) { session, path, isRaw, isReplacing in
      guard path != "-" else {
        session.nextFile = nil
        return .nothing
      }
      _ = try Session.ending(of: path, at: "file")
      guard try session.mayWrite(path, at: "file", replacing: isReplacing) else {
        return Session.nothingWritten
      }
      session.nextFile = AnswerFile(path: path, isReplacing: true, isRaw: isRaw)
      return .nothing
    }

    Command(
      ".read", synonyms: ["run script", "source", "include"], "Run the commands of a file",
      .required("file", .file), .commandText,
      details: """
        It stops at the first error, and says at which line. In a script, the path is relative to \
        that of the script.
        """,
      examples: [".read season.camp"], isAboutSession: true
    ) { session, path, text in
      try session.read(path, for: text)
      return .nothing
    }

    recording(
      ".transcript", .story, synonyms: ["record", "spec", "story"],
      "Write commands and answers to a file, as a story",
      details: """
        The file is Markdown with the commands that follow and their answers, which a test can \
        replay: an example to show, or a fault to report. ".transcript off" ends it.
        """)

    recording(
      ".log", .log, synonyms: ["record", "protocol"],
      "Write commands and answers to a file, with the time of each",
      details: "\".log off\" ends it.")

    Command(
      ".schema", synonyms: ["entities", "tables", "fields", "columns"],
      "List the entities, or the properties of one", .optional("entity", .entity),
      answering: .data
    ) { session, entity in
      .storedRows(entity.map(Session.propertyList) ?? session.entityList())
    }

    Command(
      ".sql", synonyms: ["statements", "trace"], "Show the SQL statements, on standard error",
      .required("switch", .onOff),
      details: """
        Each statement comes before its answer, with its time, the rows it returned or changed, \
        and the values of its parameters.
        """,
      examples: [".sql on"]
    ) { session, isOn in
      let coordinator = session.stack.persistentStoreCoordinator
      if let recorder = session.statements { coordinator.removeWorkObserver(recorder) }
      session.statements = isOn ? WorkRecorder(interests: .bindings) : nil
      if let recorder = session.statements { coordinator.addWorkObserver(recorder) }
      return .nothing
    }

    Command(
      ".pager", synonyms: ["less", "more", "page", "scroll"],
      "Show answers longer than the screen page by page, or not", .required("switch", .onOff),
      details: """
        At a terminal they are shown with the program that PAGER names, by default less; q leaves \
        it. With .pager off, lists are cut to the screen, and say how to see the rest.
        """,
      examples: [".pager off"]
    ) { session, isOn in
      session.isPaged = isOn
      return .nothing
    }

    Command(
      ".timer", synonyms: ["how long", "duration", "speed"],
      "Show the time each command takes, on standard error", .required("switch", .onOff),
      examples: [".timer on"]
    ) { session, isOn in
      session.isTimed = isOn
      return .nothing
    }
  }
}

extension Command where Context == Session {
  /// A command that writes down what follows.
  private static func recording(
    _ name: String, _ form: SessionRecording.Form, synonyms: [String], _ summary: String,
    details: String
  ) -> Self {
    Command(
      name, synonyms: synonyms, summary, .required("file", .file),
      .flag("replace", "overwrite the file"),
      details: details + " A file that is not empty is kept unless you add replace.",
      examples: ["\(name) day.\(form == .story ? "md" : "log")"], isAboutSession: true
    ) { session, path, isReplacing in
      if path == "off" {
        try session.endRecording()
        return .nothing
      }
      guard session.recording == nil else {
        throw ValueFault(
          "commands are already written down", hint: "end that with \(name) off", at: "file")
      }
      guard let file = try session.fileToWrite(path, at: "file", replacing: isReplacing) else {
        return Session.nothingWritten
      }
      let title = "What was done on \(try session.today())"
      session.recording = try SessionRecording(to: file, form, title: title)
      return .nothing
    }
  }
}

extension Session {
  /// Ends what `.transcript`, `.log` and `--echo` write down.
  package func endRecording() throws(Diagnostic) {
    defer { recording = nil }
    try recording?.finish()
  }
}

extension ValueType where Context == Session {
  /// On or off.
  fileprivate static var helpTopic: ValueType<Session, String> {
    .rest("TOPIC", "command, chapter, page or any other word")
      .completing { _, _ in Session.help.topics }
  }

  fileprivate static var onOff: ValueType<Session, Bool> {
    ValueType<Session, String>.choice(of: ["on", "off"], "on|off", "on or off")
      .map { $0 == "on" }
  }
}

extension Session {
  /// The ending of a file for answers.
  ///
  /// - Throws: a fault for a format that answers do not have.
  fileprivate static func ending(
    of path: String, at argument: String = "target"
  ) throws(ValueFault) -> FileEnding {
    let ending = FileEnding(of: path)
    switch ending {
    case .unsupported, .chart, .document: throw FileEnding.fault(of: path, at: argument)
    case .format, .unknown: return ending
    }
  }

  /// What the file of `.output` begins with; nil for nothing.
  fileprivate func outputHead(of path: String) -> String? {
    let head = Renderer(format).head(title: (path as NSString).lastPathComponent)
    return head.isEmpty ? nil : head
  }

  fileprivate func entityList() -> ResultTable {
    let columns: [ListColumn<EntityDescription>] = [
      .init("entity") { Cell($0.name) },
      .number("attributes") { Cell($0.attributesByName.values.flatMap(\.leaves).count) },
      .number("relationships") { Cell($0.relationshipsByName.count) },
    ]
    return columns.table(of: stack.managedObjectModel.entities)
  }

  fileprivate static func propertyList(of entity: EntityDescription) -> ResultTable {
    let properties = entity.propertiesByName.values.flatMap(\.leaves).sorted {
      left, right in
      let ranks = [left, right].map { $0 is AttributeDescription ? 0 : 1 }
      return (ranks[0], left.keyPath) < (ranks[1], right.keyPath)
    }
    let columns: [ListColumn<PropertyDescription>] = [
      .init("property") { .text($0.keyPath) }, .init("type") { .text(type(of: $0)) },
      .init("required") { .text($0.isOptional ? "no" : "yes") },
    ]
    return columns.table(of: properties)
  }

  private static func type(of property: PropertyDescription) -> String {
    switch property {
    case let attribute as AttributeDescription: "\(attribute.attributeType)"
    case let relationship as RelationshipDescription:
      (relationship.isToMany ? "to many " : "to one ")
        + (relationship.destinationEntity?.name ?? "")
    default: ""
    }
  }
}
