/// One side of a comparison: a value, a key path, a variable or the evaluated object.
public final class FetchExpression: Sendable {
  /// Always a leaf of the syntax tree.
  package let node: ExpressionNode

  /// What is wrong with the expression; thrown when a predicate that holds it is used.
  package let defect: ObjectGraphError?

  init(_ node: ExpressionNode, defect: ObjectGraphError? = nil) {
    self.node = node
    self.defect = defect
  }

  /// Makes a value: nil, a number, text, a date, data, a UUID, a URL, an object or its ID, or an array
  /// or set of those. Using any other value in a predicate throws.
  public convenience init(forConstantValue value: Any?) {
    do {
      self.init(.constant(try FormatArguments.value(of: value)))
    } catch {
      self.init(.constant(.null), defect: error)
    }
  }

  /// Makes a path such as `camper.fullName`, `SELF` or `reservations.@count`; a derived attribute also
  /// takes `reservations.partySize.@sum`. Using text that is no key path throws.
  public convenience init(forKeyPath keyPath: String) {
    do {
      self.init(try Self.path(keyPath))
    } catch {
      self.init(.constant(.null), defect: error)
    }
  }

  /// Makes the variable that is written `$name`.
  public convenience init(forVariable name: String) {
    guard FormatLexer.isName(name) else {
      self.init(
        .constant(.null),
        defect: ObjectGraphError(
          .invalidArgument, "\"\(name)\" cannot be the name of a variable",
          repair: "use letters, digits and underscores, without a dollar sign"))
      return
    }
    self.init(.variable(name))
  }

  /// Makes the evaluated object itself, `SELF`.
  public static func expressionForEvaluatedObject() -> FetchExpression {
    FetchExpression(.selfObject)
  }
}

extension FetchExpression: Hashable {
  public static func == (left: FetchExpression, right: FetchExpression) -> Bool {
    left.node == right.node
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(node)
  }
}

extension FetchExpression: CustomStringConvertible {
  public var description: String { FormatPrinter.text(of: node) }
}
