/// The help page about predicates.
package enum PredicatePage {
  /// The page's text, with examples that use the program's own model.
  ///
  /// - Parameters:
  ///   - paths: key paths, the last ones through relationships.
  ///   - schema: the command that lists an entity's properties.
  ///   - variables: text to append to the list of values; empty if there are no variables.
  ///   - list: a list of values, as written after `IN`.
  ///   - words: lines about searching for words; empty to leave them out.
  ///   - many: paths through to-many relationships, with collection operators.
  ///   - members: the name of a to-many relationship.
  ///   - text: the name of a string attribute.
  ///   - date: the name of a date attribute.
  ///   - examples: example commands, one per line.
  package static func text(
    paths: String, schema: String, variables: String = "", list: String, words: String = "",
    many: String, members: String, text: String, date: String, examples: String
  ) -> String {
    #"""
    A predicate is a condition on each object, written after where. It compares
    the value of a path with another value; several comparisons can be joined.

      paths      \#(paths)
                 \#(schema) lists the properties; a dot follows a relationship
      values     "text"   15   2.5   2026-07-01   YES   NO   nil\#(variables)
                 \#(list) is a list; always put text in quotes
      compare    ==  !=  <  <=  >  >=   BETWEEN {1, 5}   IN {1, 2, 5}
      text       BEGINSWITH  ENDSWITH  CONTAINS   LIKE "*dge R?ad"
                 MATCHES "[A-C]\\d+", a regular expression of the whole text
                 [c] after an operator ignores capitals, [d] accents: ==[cd]
    \#(words)\#
      join       AND  OR  NOT, and ( ) to group them
      many       ANY  ALL  NONE before a path over a relationship to many
                 \#(many)   (also @min, @sum, @avg)
      one of     SUBQUERY(\#(members), $r, condition on $r.KEY).@count > 0 puts
      many       several conditions on the same object
      calculate  + - * /   length(\#(text))   year(\#(date))   month  day  now()
                 lowercase  uppercase  abs  round  TERNARY(CONDITION, THIS, ELSE)
      groups     after having, compare columns by their names: count > 1

    A missing value is nil: it equals only nil, and is neither more nor less than
    anything. A date without a time is a day, or midnight UTC.

    \#(examples.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    """#
  }
}
