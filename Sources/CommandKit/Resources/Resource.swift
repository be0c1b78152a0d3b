import Rendering

/// A kind of object that a shell manages: the commands `add`, `list`, `show`, `edit` and `delete`
/// of a noun are generated from one list of its fields.
package struct Resource<Context: CommandContext, Object, Plan>: Adjustable, Sendable {
  /// An object that was added or changed, and what the answer adds to the sentence about it.
  package typealias Outcome = (object: Object, news: String)

  /// Changes an object: gives it a new name, if there is one, and the values of the command, which
  /// the last argument puts into a plan of the object.
  package typealias Edit =
    @MainActor (
      Context, Object, _ name: String?, _ said: Plan, _ change: (inout Plan) throws -> Void
    ) throws -> Outcome

  /// The noun of its commands, `deposit`.
  package let noun: String

  /// The noun for its column and for sentences.
  let called: String

  /// How it is identified: the placeholder of a value, and the words for it.
  package var label = (placeholder: "NAME", words: "name")

  /// The noun in help, `deposit rule`.
  let thing: String

  /// The plural, `taxes`.
  package let plural: String

  /// The type that finds an object by its name.
  let type: ValueType<Context, Object>

  let fields: [Field<Context, Object, Plan>]

  /// The columns of an object's record after it was added or changed.
  private let recordColumns: [ListColumn<Object>]

  /// The name of an object.
  let name: @MainActor (Object) -> String

  /// An object in a sentence.
  let sentence: @MainActor (Object) -> String

  /// The plan of a new object.
  let newPlan: @MainActor () -> Plan

  package let all: @MainActor (Context) throws -> [Object]
  package let add: @MainActor (Context, String, Plan) throws -> Outcome
  let edit: Edit
  let delete: @MainActor (Context, Object) throws -> Void

  /// Adds several objects at once if the given name is a list of names; nil if it is a single name.
  package var addSeveral: @MainActor (Context, String, Plan) throws -> Answer? = { _, _, _ in nil }

  /// Finds several objects for `edit` to change, and makes all of the changes or none; nil where it
  /// changes one.
  package var several:
    (
      type: ValueType<Context, [Object]>,
      together: @MainActor (Context, @MainActor () throws -> Answer) throws -> Answer
    )?

  /// The default object if none is named; nil where a name is required.
  package var current: (@MainActor (Context) throws -> Object)?

  /// Additional values in the record of `show`.
  package var details: @MainActor (Context, Object) throws -> Answer.Record = { _, _ in [] }

  /// Additional lists in `show`.
  package var lists: @MainActor (Context, Object) throws -> [Answer.List] = { _, _ in [] }

  /// Adds notes to the answer after an object was added or changed.
  package var note: @MainActor (Context, Object) throws -> Void = { _, _ in }

  /// Asks a person about a plan that may be a mistake; the plan contains only what the command
  /// gave.
  package var isWanted: @MainActor (Context, Plan) throws -> Bool = { _, _ in true }

  /// Declares a resource.
  ///
  /// - Parameters:
  ///   - called: the noun for sentences and columns, if it differs.
  ///   - thing: the noun for help, if it differs.
  ///   - plural: the plural, if it is not the noun with an s.
  ///   - name: the name of an object.
  ///   - sentence: an object in a sentence; by default its name.
  package init(
    _ noun: String, called: String? = nil, thing: String? = nil, plural: String? = nil,
    _ type: ValueType<Context, Object>, fields: [Field<Context, Object, Plan>],
    name: @escaping @MainActor (Object) -> String,
    sentence: (@MainActor (Object) -> String)? = nil, newPlan: @escaping @MainActor () -> Plan,
    all: @escaping @MainActor (Context) throws -> [Object],
    add: @escaping @MainActor (Context, String, Plan) throws -> Outcome, edit: @escaping Edit,
    delete: @escaping @MainActor (Context, Object) throws -> Void = { _, _ in }
  ) {
    self.noun = noun
    self.called = called ?? noun
    self.thing = thing ?? noun
    self.plural = plural ?? noun + "s"
    self.type = type
    self.fields = fields
    recordColumns = Self.columns(called ?? noun, name, fields, where: \.isInRecords)
    self.name = name
    self.sentence = sentence ?? name
    self.newPlan = newPlan
    self.all = all
    self.add = add
    self.edit = edit
    self.delete = delete
  }

  // MARK: Rows

  /// The name and the fields' columns in some places.
  private static func columns(
    _ called: String, _ name: @escaping @MainActor (Object) -> String,
    _ fields: [Field<Context, Object, Plan>],
    where isShown: (Field<Context, Object, Plan>.ShownColumn) -> Bool
  ) -> [ListColumn<Object>] {
    [ListColumn(called) { .text(name($0)) }]
      + fields.flatMap { $0.columns }.filter(isShown).map { $0.column }
  }

  private func columns(
    where isShown: (Field<Context, Object, Plan>.ShownColumn) -> Bool
  ) -> [ListColumn<Object>] { Self.columns(called, name, fields, where: isShown) }

  /// Objects as rows.
  ///
  /// - Parameter hidden: the columns to leave out.
  @MainActor
  package func table(_ objects: [Object], leavingOut hidden: Set<String> = []) -> ResultTable {
    columns(where: \.isInLists).filter { !hidden.contains($0.heading.name) }.table(of: objects)
  }

  /// An object as a record.
  @MainActor
  package func record(of object: Object, withDetails: Bool = false) -> Answer.Record {
    (withDetails ? columns(where: \.isShown) : recordColumns).record(of: object)
  }
}
