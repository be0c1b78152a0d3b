import Rendering

/// A kind of thing that a shell keeps: the commands `add`, `list`, `show`, `edit` and `delete` of a noun
/// come from one list of its fields.
package struct Resource<Context: CommandContext, Object, Plan>: Sendable {
  /// What one is called by.
  package struct Label: Sendable {
    /// The name.
    package static var name: Label { Label("NAME", "name") }

    let placeholder: String
    let words: String

    /// Makes a label: the word in capitals of a usage line, and words that tell it.
    package init(_ placeholder: String, _ words: String) {
      self.placeholder = placeholder
      self.words = words
    }
  }

  /// One that was added or changed, and the sentence that says it.
  package typealias Outcome = (object: Object, sentence: String)

  /// What a command about the resource has to say beside what follows from its fields.
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

  /// The word of its commands, `deposit`.
  package let noun: String

  /// The word of its column and in sentences.
  let called: String

  /// What it is called by: the word of a value, and words that tell it.
  let label: Label

  /// What one is called, `rule about deposits`.
  let thing: String

  /// What several are called, `taxes`.
  let plural: String

  /// What finds one by its name.
  let type: ValueType<Context, Object>

  let fields: [Field<Context, Object, Plan>]

  /// What people call one.
  let name: @MainActor (Object) -> String

  /// A plan of a new one.
  let newPlan: @MainActor () -> Plan

  let all: @MainActor (Context) throws -> [Object]
  let add: @MainActor (Context, String, Plan) throws -> Outcome
  let edit:
    @MainActor (Context, Object, String?, _ change: (inout Plan) throws -> Void) throws -> Outcome
  let delete: @MainActor (Context, Object) throws -> Void

  /// Adds several at once where what was given as the name is a list of them; nil where it is one name.
  var addSeveral: @MainActor (Context, String, Plan) throws -> Answer? = { _, _, _ in nil }

  /// What finds several of which `edit` changes all or none; nil where it changes one.
  var several: Several?

  /// Several at once.
  struct Several: Sendable {
    let type: ValueType<Context, [Object]>
    let together: @MainActor (Context, @MainActor () throws -> Answer) throws -> Answer
  }

  /// The one that is meant where none is named; nil where one has to be.
  var current: (@MainActor (Context) throws -> Object)?

  /// What else `show` tells in its record.
  var details: @MainActor (Context, Object) throws -> Answer.Record = { _, _ in [] }

  /// What else `show` tells, in lists.
  var lists: @MainActor (Context, Object) throws -> [(title: String, table: ResultTable)] = {
    _, _ in []
  }

  /// What is to be said beside the answer once one was added or changed.
  var note: @MainActor (Context, Object) throws -> Void = { _, _ in }

  /// Asks a person about a plan that may be a slip; what a command says of one is in it, and nothing
  /// else.
  var isWanted: @MainActor (Context, Plan) throws -> Bool = { _, _ in true }

  /// Declares a resource.
  ///
  /// - Parameters:
  ///   - called: what one is called in sentences and columns where it is not the noun.
  ///   - thing: what one is called in help where it is not the noun.
  ///   - plural: what several are called where it is not the noun with an s.
  ///   - name: what people call one.
  ///   - sentence: one in a sentence; its name by default.
  ///   - edit: changes one; its second argument is the new name, where one is given.
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

  /// Declares a resource whose answers say more than what one is.
  ///
  /// - Parameters:
  ///   - adding: adds one, and gives the sentence behind the word for it.
  ///   - editing: changes one, and gives the sentence behind the word for it.
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

  /// The same resource, of which `show` and `edit` need no name.
  ///
  /// - Parameter current: finds the one that is meant where none is named.
  package func orCurrent(_ current: @escaping @MainActor (Context) throws -> Object) -> Self {
    var copy = self
    copy.current = current
    return copy
  }

  /// The same resource, of which `add` may add several at once.
  ///
  /// - Parameter add: gives nil where what is given is one.
  package func addingSeveral(
    _ add: @escaping @MainActor (Context, String, Plan) throws -> Answer?
  ) -> Self {
    var copy = self
    copy.addSeveral = add
    return copy
  }

  /// The same resource, of which `edit` may change several at once.
  ///
  /// - Parameters:
  ///   - type: finds them.
  ///   - together: does all of what it is given, or nothing.
  package func editingSeveral(
    _ type: ValueType<Context, [Object]>,
    _ together: @escaping @MainActor (Context, @MainActor () throws -> Answer) throws -> Answer
  ) -> Self {
    var copy = self
    copy.several = Several(type: type, together: together)
    return copy
  }

  /// The same resource, of which `show` tells more in its record.
  package func detailed(
    _ details: @escaping @MainActor (Context, Object) throws -> Answer.Record
  ) -> Self {
    var copy = self
    copy.details = details
    return copy
  }

  /// The same resource, of which `show` tells more in lists.
  package func listing(
    _ lists: @escaping @MainActor (Context, Object) throws -> [(title: String, table: ResultTable)]
  ) -> Self {
    var copy = self
    copy.lists = lists
    return copy
  }

  /// The same resource, with something to be said once one was added or changed.
  package func noting(_ note: @escaping @MainActor (Context, Object) throws -> Void) -> Self {
    var copy = self
    copy.note = note
    return copy
  }

  /// The same resource, where a person is asked first about plans that may be slips.
  ///
  /// - Parameter isWanted: gives false where they do not want it.
  package func asking(
    _ isWanted: @escaping @MainActor (Context, Plan) throws -> Bool
  ) -> Self {
    var copy = self
    copy.isWanted = isWanted
    return copy
  }

  // MARK: As rows

  private var columns: [Field<Context, Object, Plan>.ShownColumn] { fields.flatMap(\.columns) }

  /// Some of them as rows.
  ///
  /// - Parameter hidden: the columns that are left out.
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

  /// One as a record.
  @MainActor
  package func record(of object: Object, withDetails: Bool = false) -> Answer.Record {
    [(called, .text(name(object)))]
      + columns.filter { withDetails ? $0.isShown : $0.isInRecords }.map {
        ($0.heading.name, $0.cell(object))
      }
  }
}
