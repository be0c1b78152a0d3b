import CommandKit

/// The help about what is no command.
enum HelpPages {
  /// The pages by their topics.
  static let all = ["language": language, "predicate": predicate]

  /// What stands below the list of commands.
  static let closing = """
    help COMMAND tells more, and so does help with the first word of a heading; help
    language tells how commands are written, help predicate what can be asked behind
    where.
    """

  private static let language = #"""
    A command is a noun and a verb, or a verb alone, then its values and options
    in any order: camper add "Johnny Appleseed" phone 408-555-1234

      "…" '…'     keep spaces; inside, \" \' \\ \n \t \u{E9} stand for characters
      2026-07-01  is a date; a stay begins with the night of its first date
      today, tomorrow, yesterday, friday (the next one after today), +3 (in three
                  days) and -1 are dates, too, by the campground's clock and zone
      ;           ends a command, as the end of the line does
      \           at the end of a line continues the command on the next one, as
                  an open quote or bracket does
      #           at the beginning of a word makes the rest of the line a comment
      --          may stand before the name of an option: dry-run or --dry-run
    """#
}
