extension CommandSyntax {
  /// The commands that print what a guest takes along.
  static let paperCommands: [CommandSyntax] = [
    CommandSyntax(
      .confirmation, "confirmation", [code.required], options: paper,
      summary: "Print the confirmation of a stay",
      examples: ["confirmation R-1", "confirmation R-1 to R-1.html"]),
    CommandSyntax(
      .receipt, "receipt", [code.required], options: paper,
      summary: "Print the receipt of a stay",
      details: "It has the lines of the folio; their sum is the sum that is printed.",
      examples: ["receipt R-1", "receipt R-1 format html to receipt.html"]),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code")
  static let paper: [Parameter] = [
    .word(
      .paperFormat, CommandWords.paperFormats, "FORMAT",
      "the form; by default as the file is called, or text"),
    .file(.toFile, "a file to write it to; - is where answers go"),
    .flag(.replace, "write the file anew when it is there already"),
  ]
}
