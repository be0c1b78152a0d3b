extension PropertyDescription: FetchableProperty {
  public var fetchedProperty: FetchedProperty {
    switch self {
    case let described as ExpressionDescription:
      .expression(
        name: described.name, described.expression ?? FetchExpression(forConstantValue: nil),
        described.expressionResultType)
    case let attribute as AttributeDescription: .keyPath(attribute.keyPath)
    default: .keyPath(name)
    }
  }
}
