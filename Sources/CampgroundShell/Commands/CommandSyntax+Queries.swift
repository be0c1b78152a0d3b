extension CommandSyntax {
  /// The commands that ask the store in the engine's own predicate language.
  static let queryCommands: [CommandSyntax] = [
    CommandSyntax(
      .fetch, "fetch", [entity.required],
      options: fetchOptions,
      summary: "List objects of an entity",
      details: """
        With select the rows have these values alone, which may go over to-one relationships and be \
        expressions; with group by there is a row for each group, and having chooses among them by \
        the values that are selected. A predicate reaches up to the bare name of the next option; an \
        attribute of such a name is put in brackets together with its comparison. "help predicate" \
        tells what a predicate can say.
        """,
      examples: [
        "fetch Reservation where campSite.siteNumber == 15 sort dateFrom desc limit 10",
        "fetch CampSite select name, rateMinor / 100 AS rate sort name localized",
        "fetch Reservation select camper.fullName, count group by camper.fullName having count > 1",
      ]),
    CommandSyntax(
      .count, "count", [entity.required], options: countOptions,
      summary: "Count objects of an entity",
      examples: ["count Camper where ANY reservations.status == \"Reserved\""]),
    CommandSyntax(
      .group, "group", [entity.required], options: groupOptions,
      summary: "Count and add up objects of an entity by groups",
      details: """
        Behind the keys come the aggregates: count, and sum, average, min, max, median, mode and \
        stddev, each with the keys that it is taken of; without any it counts. Columns are called as \
        they are written, sum(totalMinor), or by a name behind AS; having and sort use these names.
        """,
      examples: [
        "group Reservation by status",
        "group Reservation by status count sum totalMinor having count > 1 sort count desc",
        "group Reservation by year(dateFrom) count average party.adults AS adults",
      ]),
    CommandSyntax(
      .watch, "watch", [entity.required],
      options: [
        .key(.sections, "what the rows of a section have in common"), condition,
        .sort(.sort, "the keys to sort by"),
        .integer(
          .seconds, in: 0...longestWatch, "SECONDS", "how many seconds it goes on"),
      ],
      summary: "List objects of an entity and follow their changes",
      details: """
        On a terminal the list fills the screen. The arrows, Page Up, Page Down, Home and End \
        scroll; typing filters, capitals and accents aside, and Escape clears the filter; Ctrl-C or \
        Ctrl-D goes back to the prompt. Elsewhere, and in any form but box and table, the rows are \
        written once, then a line for each change: + came, - went, ~ moved or changed. In csv, json \
        and jsonl the first value of a row says insert, delete, move or update, and nothing in the \
        first list. Without for that ends with Ctrl-C, or when the input ends.
        """,
      examples: [
        "watch Reservation by status",
        "watch Reservation by campSite.loop where status == \"Reserved\" sort dateFrom",
      ]),
    CommandSyntax(
      .explainFetch, "explain fetch", [entity.required], options: fetchOptions,
      summary: "Say how objects would be fetched, and at what cost",
      details: """
        The answer is the SQL with its values, the store's plan, the index that serves each table, \
        and warnings with the index that is missing. Nothing is fetched.
        """,
      examples: ["explain fetch Reservation where status == \"Reserved\" sort dateFrom"]),
    CommandSyntax(
      .explainCount, "explain count", [entity.required], options: countOptions,
      summary: "Say how objects would be counted, and at what cost",
      examples: ["explain count Camper where fullName CONTAINS \"Rivera\""]),
    CommandSyntax(
      .explainGroup, "explain group", [entity.required], options: groupOptions,
      summary: "Say how groups would be made, and at what cost",
      examples: ["explain group Reservation by status"]),
  ]

  private static let entity = Parameter.live(.entity, .entity, "ENTITY", "the entity's name")
  private static let condition = Parameter.predicate(.predicate, "the condition to meet")
  /// A year; who wants more has no end in mind.
  private static let longestWatch = 31_536_000
  private static let having = Parameter.predicate(.having, "the condition that groups have to meet")
  private static let subentities = Parameter.boolean(
    .subentities, "whether objects of subentities count, as they do by default")
  private static let changes = Parameter.boolean(
    .changes, "whether the scratch pad's changes count, as they do by default")
  private static let window: [Parameter] = [
    .sort(.sort, "the keys to sort by"),
    .integer(.limit, in: 1...Int.max, "N", "the number of rows at most"),
    .integer(.offset, "N", "the number of rows to pass over"),
  ]
  private static let fetchOptions: [Parameter] =
    [condition] + window + [
      .select(.select, "the values to show"),
      .flag(.distinct, "show equal rows once"),
      .keysBehindBy(.groupBy, "make one row of those with equal values"),
      having,
      .keys(.prefetch, "PATH[, …]", "relationships to read along in one go"),
      .integer(.batch, in: 1...Int.max, "N", "the number of rows to read at a time"),
      changes, subentities,
    ]
  private static let countOptions = [condition, changes, subentities]
  private static let groupOptions: [Parameter] =
    [
      .grouping(.grouping, "what the groups have in common, and what to work out").required,
      condition, having,
    ] + window + [subentities]
}
