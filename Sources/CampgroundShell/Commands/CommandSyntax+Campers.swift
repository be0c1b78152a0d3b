extension CommandSyntax {
  /// The commands about campers.
  static let camperCommands: [CommandSyntax] = [
    CommandSyntax(
      .camperAdd, "camper add",
      [.text(.name, "NAME", "the camper's name").required],
      options: [phone, email] + details + [favorite],
      summary: "Add a camper",
      details: """
        Two campers may have one name; a name of several words stands in quotes. \
        Namesakes are meant by the name with the phone number behind it.
        """,
      examples: ["camper add \"Johnny Appleseed\" phone 408-555-1234"]),
    CommandSyntax(
      .camperList, "camper list", options: partOfList, summary: "List the campers",
      details: "A number tells namesakes apart: \"Rivera #7\" means one of them.",
      examples: ["camper list", "camper list limit 50 offset 100"]),
    CommandSyntax(
      .camperShow, "camper show", [camper.required],
      summary: "Show a camper and the reservations made for them"),
    CommandSyntax(
      .camperEdit, "camper edit", [camper.required],
      options: [.text(.name, "NAME", "the new name")]
        + ([phone, email] + details).map(\.clearable) + [favorite],
      summary: "Change a camper",
      details: "What is \"\" is taken away, but for the name.",
      examples: [
        "camper edit \"Johnny Appleseed\" phone 408-555-9876",
        "camper edit \"Johnny Appleseed\" address \"1 Main Street, Cupertino CA\" plates 8ABC123 length 32",
      ]),
    CommandSyntax(
      .camperDelete, "camper delete", [camper.required],
      summary: "Delete a camper"),
  ]

  private static let camper = Parameter.live(.camper, .camper, "NAME", "the camper's name")
  private static let favorite = Parameter.boolean(.favorite, "whether they stand first in lists")
  private static let phone = Parameter.text(.phone, "PHONE", "the phone number")
  private static let details: [Parameter] = [
    .text(.address, "ADDRESS", "the postal address"),
    .text(.plates, "PLATES", "the license plates of their vehicles"),
    .integer(.length, in: 1...1_000, "FEET", "the length of their rig in feet"),
    .text(.note, "TEXT", "whatever else there is to say"),
  ]
  private static let email = Parameter.text(.email, "EMAIL", "the e-mail address")
}
