extension ObjectGraphError {
  /// The error for a message outside a mapping model.
  static func messageOutsideMapping(_ node: ExpressionNode) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "only a mapping model can evaluate \(FormatPrinter.text(of: node))",
      repair: "use it as the value expression of a property mapping", position: node.position)
  }
}
