extension CommandSyntax {
  /// The commands that ask the store in the engine's own predicate language.
  static let queryCommands: [CommandSyntax] = [
    CommandSyntax(
      .find, "find", [Parameter.text(.words, "TEXT", "the words to look for").required],
      options: [.integer(.limit, in: 1...Int.max, "N", "the number of finds at most")],
      summary: "Find campers, campsites and reservations by a few words",
      details: """
        Each word has to be the beginning of a word in a name, an e-mail address, a loop, a type, a \
        note or a code, or a part of a phone number; capitals and accents do not matter. Several \
        words stand in quotes.
        """,
      examples: ["find apple", "find \"apple 555\" limit 10"]),
    CommandSyntax(
      .fetch, "fetch", [entity.required],
      options: fetchOptions,
      summary: "List objects of an entity",
      details: """
        The predicate reaches up to a bare sort, limit or offset; an attribute of such a name is \
        put in brackets together with its comparison.
        """,
      examples: [
        "fetch Reservation where campSite.siteNumber == 15 sort dateFrom desc limit 10"
      ]),
    CommandSyntax(
      .count, "count", [entity.required], options: [condition],
      summary: "Count objects of an entity",
      examples: ["count Camper where ANY reservations.status == \"Reserved\""]),
    CommandSyntax(
      .explainFetch, "explain fetch", [entity.required], options: fetchOptions,
      summary: "Say how objects would be fetched, and at what cost",
      details: """
        The answer is the SQL with its values, the store's plan, the index that serves each table, \
        and warnings with the index that is missing. Nothing is fetched.
        """,
      examples: ["explain fetch Reservation where status == \"Reserved\" sort dateFrom"]),
    CommandSyntax(
      .explainCount, "explain count", [entity.required], options: [condition],
      summary: "Say how objects would be counted, and at what cost",
      examples: ["explain count Camper where fullName CONTAINS \"Rivera\""]),
  ]

  private static let entity = Parameter.live(.entity, .entity, "ENTITY", "the entity's name")
  private static let condition = Parameter.predicate(.predicate, "the condition to meet")
  private static let fetchOptions: [Parameter] = [
    condition,
    .sort(.sort, "the keys to sort by"),
    .integer(.limit, in: 1...Int.max, "N", "the number of rows at most"),
    .integer(.offset, "N", "the number of rows to pass over"),
  ]
}
