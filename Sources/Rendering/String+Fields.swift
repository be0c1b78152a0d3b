extension String {
  /// The text with blanks up to a width; a longer one stays as it is.
  ///
  /// - Parameter decorate: colors the text, but not the blanks.
  package func padded(
    to width: Int, _ alignment: ResultTable.Alignment = .leading,
    _ decorate: (String) -> String = { $0 }
  ) -> String {
    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
    return alignment == .leading ? decorate(self) + blanks : blanks + decorate(self)
  }

  /// The text without blanks at its end.
  var withoutBlankEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
