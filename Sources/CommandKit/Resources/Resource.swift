import Rendering

/// A kind of object that a shell manages: the commands `add`, `list`, `show`, `edit` and `delete`
/// of a noun are generated from one list of its fields.
package struct Resource<Context: CommandContext, Object, Plan>: Sendable {
  /// How an object is identified.
  package struct Label: Sendable {
    /// The name.
    package static var name: Label { Label("NAME", "name") }

    let placeholder: String
    let words: String

    /// Makes a label: the capitalized word for usage lines, and the words for sentences.
    package init(_ placeholder: String, _ words: String) {
      self.placeholder = placeholder
      self.words = words
    }
  }

  /// An object that was added or changed, with the sentence about it.
  package typealias Outcome = (object: Object, sentence: String)

  /// The help of a resource's command, in addition to what follows from its fields.
  package struct Help: Sendable {
    var summary: String?
    var synonyms: [String]
    var details: String
    var refuses: String
    var examples: [String]

    /// Makes a help.
    package init(
      _ summary: String? = nil, synonyms: [String] = [], details: String = "",
      refuses: String = "", examples: [String] = []
    ) {
      self.summary = summary
      self.synonyms = synonyms
      self.details = details
      self.refuses = refuses
      self.examples = examples
    }
  }

  /// The noun of its commands, `deposit`.
  package let noun: String

  /// The noun for its column and for sentences.
  let called: String

  /// How it is identified: the placeholder of a value, and the words for it.
  let label: Label

  /// The noun in help, `deposit rule`.
  let thing: String

  /// The plural, `taxes`.
  let plural: String

  /// The type that finds an object by its name.
  let type: ValueType<Context, Object>

  let fields: [Field<Context, Object, Plan>]

  /// The name of an object.
  let name: @MainActor (Object) -> String

  /// The plan of a new object.
  let newPlan: @MainActor () -> Plan

  let all: @MainActor (Context) throws -> [Object]
  let add: @MainActor (Context, String, Plan) throws -> Outcome
  let edit:
    @MainActor (Context, Object, String?, _ change: (inout Plan) throws -> Void) throws -> Outcome
  let delete: @MainActor (Context, Object) throws -> Void

  /// Adds several objects at once if the given name is a list of names; nil if it is a single name.
  var addSeveral: @MainActor (Context, String, Plan) throws -> Answer? = { _, _, _ in nil }

  /// Finds several objects for `edit` to change, all or none; nil where it changes one.
  var several: Several?

  /// How to find and change several objects at once.
  struct Several: Sendable {
    let type: ValueType<Context, [Object]>
    let together: @MainActor (Context, @MainActor () throws -> Answer) throws -> Answer
  }

  /// The default object if none is named; nil where a name is required.
  var current: (@MainActor (Context) throws -> Object)?

  /// Additional values in the record of `show`.
  var details: @MainActor (Context, Object) throws -> Answer.Record = { _, _ in [] }

  /// Additional lists in `show`.
  var lists: @MainActor (Context, Object) throws -> [(title: String, table: ResultTable)] = {
    _, _ in []
  }

  /// Adds notes to the answer after an object was added or changed.
  var note: @MainActor (Context, Object) throws -> Void = { _, _ in }

  /// Asks a person about a plan that may be a mistake; the plan contains only what the command
  /// gave.
  var isWanted: @MainActor (Context, Plan) throws -> Bool = { _, _ in true }

  /// Declares a resource.
  ///
  /// - Parameters:
  ///   - called: the noun for sentences and columns, if it differs.
  ///   - thing: the noun for help, if it differs.
  ///   - plural: the plural, if it is not the noun with an s.
  ///   - name: the name of an object.
  ///   - sentence: an object in a sentence; by default its name.
  ///   - edit: changes an object; the second argument is the new name, if any.
  package init(
    _ noun: String, called: String? = nil, label: Label = .name, thing: String? = nil,
    plural: String? = nil, _ type: ValueType<Context, Object>,
    fields: [Field<Context, Object, Plan>], name: @escaping @MainActor (Object) -> String,
    sentence: (@MainActor (Object) -> String)? = nil, newPlan: @escaping @MainActor () -> Plan,
    all: @escaping @MainActor (Context) throws -> [Object],
    add: @escaping @MainActor (Context, String, Plan) throws -> Object,
    edit:
      @escaping @MainActor (Context, Object, String?, (inout Plan) throws -> Void) throws ->
      Object,
    delete: @escaping @MainActor (Context, Object) throws -> Void = { _, _ in }
  ) {
    let sentence = sentence ?? name
    self.init(
      noun, called: called, label: label, thing: thing, plural: plural, type, fields: fields,
      name: name, newPlan: newPlan, all: all,
      adding: { context, name, plan in
        let added = try add(context, name, plan)
        return (added, sentence(added))
      },
      editing: { context, object, name, change in
        let changed = try edit(context, object, name, change)
        return (changed, sentence(changed))
      }, delete: delete)
  }

  /// Declares a resource with its own answers after adding and changing.
  ///
  /// - Parameters:
  ///   - adding: adds an object, and returns the rest of the sentence after its noun.
  ///   - editing: changes an object, and returns the rest of the sentence after its noun.
  package init(
    _ noun: String, called: String? = nil, label: Label = .name, thing: String? = nil,
    plural: String? = nil, _ type: ValueType<Context, Object>,
    fields: [Field<Context, Object, Plan>], name: @escaping @MainActor (Object) -> String,
    newPlan: @escaping @MainActor () -> Plan,
    all: @escaping @MainActor (Context) throws -> [Object],
    adding: @escaping @MainActor (Context, String, Plan) throws -> Outcome,
    editing:
      @escaping @MainActor (Context, Object, String?, (inout Plan) throws -> Void) throws ->
      Outcome,
    delete: @escaping @MainActor (Context, Object) throws -> Void = { _, _ in }
  ) {
    self.noun = noun
    self.called = called ?? noun
    self.label = label
    self.thing = thing ?? noun
    self.plural = plural ?? noun + "s"
    self.type = type
    self.fields = fields
    self.name = name
    self.newPlan = newPlan
    self.all = all
    add = adding
    edit = editing
    self.delete = delete
  }

  /// The same resource, with a default object for `show` and `edit`.
  ///
  /// - Parameter current: finds the default object.
  package func orCurrent(_ current: @escaping @MainActor (Context) throws -> Object) -> Self {
    var copy = self
    copy.current = current
    return copy
  }

  /// The same resource, where `add` may add several objects at once.
  ///
  /// - Parameter add: returns nil if the given name is a single one.
  package func addingSeveral(
    _ add: @escaping @MainActor (Context, String, Plan) throws -> Answer?
  ) -> Self {
    var copy = self
    copy.addSeveral = add
    return copy
  }

  /// The same resource, where `edit` may change several objects at once.
  ///
  /// - Parameters:
  ///   - type: finds the objects.
  ///   - together: makes all of the changes, or none.
  package func editingSeveral(
    _ type: ValueType<Context, [Object]>,
    _ together: @escaping @MainActor (Context, @MainActor () throws -> Answer) throws -> Answer
  ) -> Self {
    var copy = self
    copy.several = Several(type: type, together: together)
    return copy
  }

  /// The same resource, with additional values in the record of `show`.
  package func detailed(
    _ details: @escaping @MainActor (Context, Object) throws -> Answer.Record
  ) -> Self {
    var copy = self
    copy.details = details
    return copy
  }

  /// The same resource, with additional lists in `show`.
  package func listing(
    _ lists: @escaping @MainActor (Context, Object) throws -> [(title: String, table: ResultTable)]
  ) -> Self {
    var copy = self
    copy.lists = lists
    return copy
  }

  /// The same resource, with notes after an object was added or changed.
  package func noting(_ note: @escaping @MainActor (Context, Object) throws -> Void) -> Self {
    var copy = self
    copy.note = note
    return copy
  }

  /// The same resource, where a person is asked about plans that may be mistakes.
  ///
  /// - Parameter isWanted: returns false if the person declines.
  package func asking(
    _ isWanted: @escaping @MainActor (Context, Plan) throws -> Bool
  ) -> Self {
    var copy = self
    copy.isWanted = isWanted
    return copy
  }

  // MARK: Rows

  private var columns: [Field<Context, Object, Plan>.ShownColumn] { fields.flatMap(\.columns) }

  /// Objects as rows.
  ///
  /// - Parameter hidden: the columns to leave out.
  @MainActor
  package func table(_ objects: [Object], leavingOut hidden: Set<String> = []) -> ResultTable {
    let shown = columns.filter { $0.isInLists && !hidden.contains($0.heading.name) }
    return ResultTable(
      columns: [ResultTable.Column(called)].filter { !hidden.contains($0.name) }
        + shown.map(\.heading),
      rows: objects.map { object in
        (hidden.contains(called) ? [] : [.text(name(object))]) + shown.map { $0.cell(object) }
      })
  }

  /// An object as a record.
  @MainActor
  package func record(of object: Object, withDetails: Bool = false) -> Answer.Record {
    [(called, .text(name(object)))]
      + columns.filter { withDetails ? $0.isShown : $0.isInRecords }.map {
        ($0.heading.name, $0.cell(object))
      }
  }
}
