extension HelpPages {
  /// The page about predicates; its examples run in the tests.
  static let predicate = #"""
    A predicate is a condition on each object, written after where. It compares
    the value of a path with another value; several comparisons can be joined.

      paths      status   camper.fullName   campSite.campground.name
                 .schema ENTITY lists the properties; a dot follows a relationship
      values     "text"   15   2.5   2026-07-01   YES   NO   nil   $name (see let)
                 {"Hold", "Reserved"} is a list; always put text in quotes
      compare    ==  !=  <  <=  >  >=   BETWEEN {1, 5}   IN {1, 2, 5}
      text       BEGINSWITH  ENDSWITH  CONTAINS   LIKE "*dge R?ad"
                 MATCHES "[A-C]\\d+", a regular expression of the whole text
                 [c] after an operator ignores capitals, [d] accents: ==[cd]
                 SELF CONTAINS[w] "apple 555" finds words, like the command find
      join       AND  OR  NOT, and ( ) to group them
      many       ANY  ALL  NONE before a path over a relationship to many
                 nights.@count   nights.night.@max   (also @min, @sum, @avg)
      one of     SUBQUERY(reservations, $r, condition on $r.KEY).@count > 0 puts
      many       several conditions on the same object
      calculate  + - * /   length(note)   year(dateFrom)   month  day  now()
                 lowercase  uppercase  abs  round  TERNARY(CONDITION, THIS, ELSE)
      groups     after having, compare columns by their names: count > 1

    A missing value is nil: it equals only nil, and is neither more nor less than
    anything. A date without a time is a day, or midnight UTC.

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
    """#
}
