import Rendering

/// A kind of thing that a shell keeps: the commands `add`, `list`, `show`, `edit` and `delete` of a noun
/// come from one list of its fields.
package struct Resource<Context: CommandContext, Object, Plan>: Sendable {
  /// What a command about the resource has to say beside what follows from its fields.
  package struct Help: Sendable {
    var summary: String?
    var details: String
    var examples: [String]

    /// Makes a help.
    package init(_ summary: String? = nil, details: String = "", examples: [String] = []) {
      self.summary = summary
      self.details = details
      self.examples = examples
    }
  }

  /// The word of its commands and of its column, `deposit`.
  package let noun: String

  /// What one is called, `rule about deposits`.
  let thing: String

  /// What several are called, `taxes`.
  let plural: String

  /// What finds one by its name.
  let type: ValueType<Context, Object>

  let fields: [Field<Context, Object, Plan>]

  /// What people call one.
  let name: @MainActor (Object) -> String

  /// One in a sentence, `Sales · 8%`.
  let sentence: @MainActor (Object) -> String

  /// A plan of a new one.
  let newPlan: @MainActor () -> Plan

  let all: @MainActor (Context) throws -> [Object]
  let add: @MainActor (Context, String, Plan) throws -> Object
  let edit:
    @MainActor (Context, Object, String?, _ change: (inout Plan) throws -> Void) throws -> Object
  let delete: @MainActor (Context, Object) throws -> Void

  /// What else `show` tells in its record.
  var details: @MainActor (Context, Object) throws -> Answer.Record = { _, _ in [] }

  /// What else `show` tells, in lists.
  var lists: @MainActor (Context, Object) throws -> [(title: String, table: ResultTable)] = {
    _, _ in []
  }

  /// What is to be said beside the answer once one was added or changed.
  var note: @MainActor (Context, Object) throws -> Void = { _, _ in }

  /// Declares a resource.
  ///
  /// - Parameters:
  ///   - thing: what one is called where it is not the noun.
  ///   - plural: what several are called where it is not the noun with an s.
  ///   - name: what people call one.
  ///   - sentence: one in a sentence; its name by default.
  ///   - edit: changes one; its second argument is the new name, where one is given.
  package init(
    _ noun: String, thing: String? = nil, plural: String? = nil, _ type: ValueType<Context, Object>,
    fields: [Field<Context, Object, Plan>], name: @escaping @MainActor (Object) -> String,
    sentence: (@MainActor (Object) -> String)? = nil, newPlan: @escaping @MainActor () -> Plan,
    all: @escaping @MainActor (Context) throws -> [Object],
    add: @escaping @MainActor (Context, String, Plan) throws -> Object,
    edit:
      @escaping @MainActor (Context, Object, String?, (inout Plan) throws -> Void) throws ->
      Object,
    delete: @escaping @MainActor (Context, Object) throws -> Void
  ) {
    self.noun = noun
    self.thing = thing ?? noun
    self.plural = plural ?? noun + "s"
    self.type = type
    self.fields = fields
    self.name = name
    self.sentence = sentence ?? name
    self.newPlan = newPlan
    self.all = all
    self.add = add
    self.edit = edit
    self.delete = delete
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

  // MARK: As rows

  private var columns: [Field<Context, Object, Plan>.ShownColumn] { fields.flatMap(\.columns) }

  /// Some of them as rows.
  ///
  /// - Parameter hidden: the columns that are left out.
  @MainActor
  package func table(_ objects: [Object], leavingOut hidden: Set<String> = []) -> ResultTable {
    let shown = columns.filter { !$0.isDetail && !hidden.contains($0.heading.name) }
    return ResultTable(
      columns: [ResultTable.Column(noun)].filter { !hidden.contains($0.name) }
        + shown.map(\.heading),
      rows: objects.map { object in
        (hidden.contains(noun) ? [] : [.text(name(object))]) + shown.map { $0.cell(object) }
      })
  }

  /// One as a record.
  @MainActor
  package func record(of object: Object, withDetails: Bool = false) -> Answer.Record {
    [(noun, .text(name(object)))]
      + columns.filter { withDetails || !$0.isDetail }.map { ($0.heading.name, $0.cell(object)) }
  }
}
