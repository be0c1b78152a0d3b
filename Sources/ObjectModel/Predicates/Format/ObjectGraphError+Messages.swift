extension ObjectGraphError {
  /// What only a mapping model can ask.
  static func messageOutsideMapping(_ node: ExpressionNode) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "only a mapping model can evaluate \(FormatPrinter.text(of: node))",
      repair: "use it as the value expression of a property mapping", position: node.position)
  }
}
