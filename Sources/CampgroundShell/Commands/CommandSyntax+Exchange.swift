extension CommandSyntax {
  /// The commands that bring data in.
  static let exchangeCommands: [CommandSyntax] = [
    CommandSyntax(
      .importCampsites, "import campsites", [file.required],
      options: newCampgroundOptions + [dryRunOfImport],
      summary: "Read campsites from a CSV file",
      details: "All rows are taken or none; each reject is named with its row and column.",
      examples: ["import campsites sites.csv timezone America/Denver --dry-run"]),
    CommandSyntax(
      .importDetails, "import details", [file.required], options: [dryRunOfImport],
      summary: "Read details of campsites from a CSV file",
      details: "The sites are found by the identifiers that import campsites has read.",
      examples: ["import details campsite_attributes.csv"]),
    CommandSyntax(
      .importStays, "import stays", [file.required],
      options: newCampgroundOptions + [dryRunOfImport],
      summary: "Read stays from a CSV file",
      details: "All rows are taken or none; each reject is named with its row and column.",
      examples: ["import stays stays.csv timezone America/Chicago currency USD"]),
    CommandSyntax(
      .importEmployees, "import employees",
      [.file(.file, "the JSON file").required], options: [dryRunOfImport],
      summary: "Read employees from a JSON file",
      details: """
        The file is one array of objects with name, and where known guid, department, startDate, \
        vacationDays, email, phone, address, about and active. All are taken or none; each reject is \
        named with its place in the array. Pictures are set by employee picture.
        """,
      examples: ["import employees staff.json dry-run"]),
  ]

  private static let file = Parameter.file(.file, "the CSV file")
  private static let newCampgroundOptions: [Parameter] = [
    .timeZone(.timeZone, "the time zone of campgrounds that the file adds"),
    .currency(.currency, "the currency of campgrounds that the file adds"),
  ]
  private static let dryRunOfImport = Parameter.flag(.dryRun, "check the file and change nothing")
}
