import CommandKit
import QueryKit

extension Command where Context == Session {
  /// The commands about queries.
  static var aboutQueries: [Self] {
    let queries = QueryCommands<Session>(
      under: "query",
      examples: [
        "fetch": [
          "fetch Reservation where campSite.siteNumber == 15 sort dateFrom desc limit 10",
          "fetch CampSite select name, rateMinor / 100 AS rate sort name localized",
          "fetch Reservation select camper.fullName, count group by camper.fullName having count > 1",
        ],
        "count": ["count Camper where ANY reservations.status == \"Reserved\""],
        "group": [
          "query group Reservation by status",
          "query group Reservation by status count sum totalMinor having count > 1 sort count desc",
          "query group Reservation by year(dateFrom) count average party.adults AS adults",
        ],
        "watch": [
          "watch Reservation by status",
          "watch Reservation by campSite.loop where status == \"Reserved\" sort dateFrom",
        ],
        "explain fetch": [
          "query explain fetch Reservation where status == \"Reserved\" sort dateFrom"
        ],
        "explain count": ["query explain count Camper where fullName CONTAINS \"Rivera\""],
        "explain group": ["query explain group Reservation by status"],
      ]
    )
    return queries.answers + [queries.watch] + queries.explanations
  }
}

extension HelpPages {
  /// The page about predicates; its examples run in the tests.
  static let predicate = PredicatePage.text(
    paths: "status   camper.fullName   campSite.campground.name", schema: ".schema ENTITY",
    variables: "   $name (see let)", list: "{\"Hold\", \"Reserved\"}",
    words: """
                   SELF CONTAINS[w] "apple 555" finds words, like the command find

      """,
    many: "nights.@count   nights.night.@max", members: "reservations", text: "note",
    date: "dateFrom",
    examples: """
      campground> count Reservation where status == "Reserved" AND party.adults > 2
      campground> fetch Reservation where dateFrom <= 2026-07-04 AND dateTo > 2026-07-04
      campground> fetch Camper where fullName CONTAINS[cd] "rivera" sort fullName
      campground> fetch Camper where SELF CONTAINS[w] "apple 555" limit 20
      campground> count CampSite where type IN {"rv", "tent"} AND NOT rateMinor > 4000
      campground> count Camper where ANY reservations.campSite.name == "15"
      campground> count CampSite where reservations.@count == 0
      campground> fetch CampSite where SUBQUERY(nights, $n, $n.night == 2026-07-01).@count == 0
      campground> query group Reservation by status count sum totalMinor having count > 1
      campground> query group Reservation by year(dateFrom), month(dateFrom) count
      """)
}
