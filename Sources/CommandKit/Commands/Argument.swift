/// An argument of a command: its parameters, and the value that the action receives.
///
/// Arguments can be combined: several parameters may form one value, as arrival and nights form the
/// dates of a stay.
package struct Argument<Context: CommandContext, Value>: Adjustable, Sendable {
  package private(set) var parameters: [Parameter<Context>]

  let alternatives: [Alternatives<Context>]

  /// Reads the words that were given; the returned closure finds the value when the command runs.
  package let read:
    @MainActor (GivenArguments<Context>) throws(Diagnostic) -> @MainActor (Context) throws -> Value

  package init(
    _ parameters: [Parameter<Context>], alternatives: [Alternatives<Context>] = [],
    read:
      @escaping @MainActor (GivenArguments<Context>) throws(Diagnostic)
      -> @MainActor (Context) throws -> Value
  ) {
    self.parameters = parameters
    self.alternatives = alternatives
    self.read = read
  }

  /// Several arguments, whose values are made into one when the command runs.
  package init<each Part>(
    _ parts: repeat Argument<Context, each Part>,
    find: @escaping @MainActor (Context, repeat each Part) throws -> Value
  ) {
    var parameters: [Parameter<Context>] = []
    var alternatives: [Alternatives<Context>] = []
    for part in repeat each parts {
      parameters += part.parameters
      alternatives += part.alternatives
    }
    self.init(parameters, alternatives: alternatives) { given throws(Diagnostic) in
      let found = (repeat try (each parts).read(given))
      return { context in try find(context, repeat try (each found)(context)) }
    }
  }

  /// The same argument with a transformed value.
  package func map<Other>(
    _ transform: @escaping @MainActor (Value) throws -> Other
  ) -> Argument<Context, Other> {
    found { _, value in try transform(value) }
  }

  /// The same argument, whose value is found by what was given when the command runs.
  package func found<Other>(
    _ find: @escaping @MainActor (Context, Value) throws -> Other
  ) -> Argument<Context, Other> {
    Argument<Context, Other>(self, find: find)
  }
}

// MARK: Changes of a plan

/// A change that an argument makes to a plan.
package typealias Change<Plan> = @MainActor (inout Plan) throws -> Void

extension Argument {
  /// The same argument, as a change that its value makes to a plan; nil if it is not given.
  package func changing<Plan, Part>(
    _ change: @escaping @MainActor (inout Plan, Part) throws -> Void
  ) -> Argument<Context, Change<Plan>?> where Value == Part? {
    map { part in
      guard let part else { return nil }
      return { try change(&$0, part) }
    }
  }

  /// A plan with the changes of those arguments that are given.
  package static func plan(
    _ plan: @autoclosure @escaping @MainActor () -> Value,
    _ arguments: [Argument<Context, Change<Value>?>]
  ) -> Self {
    Argument<Context, [Change<Value>]>.all(arguments).map { changes in
      var plan = plan()
      for change in changes { try change(&plan) }
      return plan
    }
  }
}

// MARK: Single parameters

extension Argument {
  /// A required positional value.
  package static func required(
    _ name: String, _ type: ValueType<Context, Value>, isPositional: Bool = true
  ) -> Self {
    given(
      Argument<Context, Value?>.optional(name, type, isPositional: isPositional)
        .required(isPositional: isPositional))
  }

  /// An argument whose presence the parser checks.
  private static func given(_ argument: Argument<Context, Value?>) -> Self {
    argument.map { value in
      if let value { return value }
      let names = argument.parameters.map(\.label)
      throw ValueFault("the command needs \(names.joined(separator: " or "))")
    }
  }

  /// A required option.
  package static func requiredOption(
    _ name: String, _ type: ValueType<Context, Value>, _ summary: String? = nil
  ) -> Self {
    required(name, type.described(summary), isPositional: false)
  }

  /// An optional positional value.
  package static func optional<Wrapped>(
    _ name: String, _ type: ValueType<Context, Wrapped>, isPositional: Bool = true
  ) -> Self where Value == Wrapped? {
    let parameter = Parameter(name, type, isPositional: isPositional)
    return Argument([parameter]) { given throws(Diagnostic) in
      guard let text = given.text(named: name) else { return { _ in nil } }
      let resolve = try text.read(type)
      return { try resolve($0) }
    }
  }

  /// A positional value with a default that is looked up; an error in the lookup concerns the whole
  /// command.
  package static func optional(
    _ name: String, _ type: ValueType<Context, Value>,
    orElse find: @escaping @MainActor (Context) throws -> Value
  ) -> Self {
    Argument(Argument<Context, Value?>.optional(name, type), .commandText) {
      context, value, text in
      do { return try value ?? find(context) } catch let fault as ValueFault {
        throw text.diagnostic(fault, at: text.range)
      }
    }
  }

  /// An option.
  package static func option<Wrapped>(
    _ name: String, _ type: ValueType<Context, Wrapped>, _ summary: String? = nil
  ) -> Self where Value == Wrapped? {
    optional(name, type.described(summary), isPositional: false)
  }

  /// An option that empty text clears, and so does "none" unless something in the store has that
  /// name: nil if it is not given, and a nested nil if it is cleared.
  package static func clearable<Wrapped>(
    _ name: String, _ type: ValueType<Context, Wrapped>, _ summary: String? = nil
  ) -> Self where Value == Wrapped?? {
    let clearable = ValueType<Context, Wrapped?>(type.form) { text in
      let isNone = text.isNone
      if text.isEmpty || isNone && type.form.nature != .name { return { _ in nil } }
      let resolve = try type.read(text)
      return { context in
        do { return try resolve(context) } catch  where isNone { return nil }
      }
    }
    return .option(name, clearable, summary)
  }

  /// An option without a value: its name alone means yes.
  package static func flag(_ name: String, _ summary: String) -> Self where Value == Bool {
    let nothing = ValueType<Context, Bool>("", summary, extent: .nothing) { _ in true }
    return Argument<Context, Bool?>.optional(name, nothing, isPositional: false)
      .map { $0 ?? false }
  }
}

extension Argument where Value == CommandText {
  /// The text of the command itself, which takes no words.
  package static var commandText: Self {
    Argument([]) { given throws(Diagnostic) in
      let text = given.text
      return { _ in text }
    }
  }
}

// MARK: Combined parameters

extension Argument {
  /// Several arguments that form one value.
  package static func group<each Part>(
    _ parts: repeat Argument<Context, each Part>,
    make: @escaping @MainActor (repeat each Part) throws -> Value
  ) -> Self {
    Argument(repeat each parts) { (_, values: repeat each Part) in
      try make(repeat each values)
    }
  }

  /// The same argument, or another reading of its words where this one finds nothing.
  package func orElse(_ other: Self) -> Self {
    Argument(parameters, alternatives: alternatives) { given throws(Diagnostic) in
      let (find, findOther) = (try read(given), try other.read(given))
      return { context in
        do { return try find(context) } catch {
          guard let value = try? findOther(context) else { throw error }
          return value
        }
      }
    }
  }

  /// Arguments, exactly one of which must be given.
  package static func oneOf(_ choices: Argument<Context, Value?>...) -> Self {
    given(one(of: choices))
  }

  /// Arguments, exactly one of which must be given, or none if another argument says enough.
  package static func oneOf<Wrapped>(
    _ choices: Argument<Context, Wrapped?>...,
    unless isEnough: @escaping @MainActor (GivenArguments<Context>) -> Bool
  ) -> Self where Value == Wrapped? {
    .one(of: choices, unless: isEnough)
  }

  private static func one<Wrapped>(
    of choices: [Argument<Context, Wrapped?>],
    unless isEnough: @escaping @MainActor (GivenArguments<Context>) -> Bool = { _ in false }
  ) -> Argument<Context, Wrapped?> {
    let parameters = choices.flatMap(\.parameters)
    let all = Alternatives(names: parameters.map(\.name), isEnough: isEnough)
    return Argument<Context, Wrapped?>(
      parameters, alternatives: choices.flatMap(\.alternatives) + [all]
    ) { given throws(Diagnostic) in
      for choice in choices where choice.parameters.contains(where: { given.has($0) }) {
        return try choice.read(given)
      }
      return { _ in nil }
    }
  }

  /// Several arguments, as the values of those that were given.
  package static func all<Part>(_ parts: [Argument<Context, Part?>]) -> Self
  where Value == [Part] {
    Argument(
      parts.flatMap(\.parameters), alternatives: parts.flatMap(\.alternatives)
    ) { given throws(Diagnostic) in
      var found: [@MainActor (Context) throws -> Part?] = []
      for part in parts { found.append(try part.read(given)) }
      return { context in
        var values: [Part] = []
        for find in found { if let value = try find(context) { values.append(value) } }
        return values
      }
    }
  }

  /// The same argument, as the first choice for a value without a name.
  package var main: Self { with { $0.parameters = parameters.map(\.main) } }

  /// The same argument, but required.
  func required(isPositional: Bool) -> Self {
    with { $0.parameters = parameters.map { $0.required(isPositional: isPositional) } }
  }

  /// The same argument, with options written with a prefix.
  func prefixingOptions(by prefix: String) -> Self {
    with { $0.parameters = parameters.map { $0.prefixed(by: prefix) } }
  }
}
