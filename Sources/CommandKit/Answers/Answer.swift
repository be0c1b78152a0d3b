import Rendering

/// The answer of a command, before it is put into the chosen output format.
package enum Answer: Sendable {
  /// No answer.
  case nothing
  /// Text that is the same in every format, such as help.
  case text(String)
  /// Lines for people, with the same content as records for programs.
  case messages(String, records: [Record])
  /// Rows, with the messages for people when there are none, and when there are more.
  case table(ResultTable, empty: String, more: String? = nil)
  /// A drawing for people, with the same content as rows for programs.
  case drawing(any Drawing, table: ResultTable)
  /// Rows as stored, under the store's names, with the message for people when there are none.
  case storedRows(ResultTable, empty: String? = nil)
  /// All details of one object.
  case details(Record, lists: [List])
  /// Rows with their totals, and the messages for people when there are none, and when there are
  /// more; a format for rows alone leaves out the totals.
  case summary(Record, List, empty: String, more: String? = nil)

  /// An answer for people, with the same content as a record for programs, and as rows in a format
  /// for rows alone.
  indirect case forms(Answer, record: Record, rows: ResultTable)

  /// An answer with a chart of it, which is shown below it where it was asked for, and which an .svg
  /// file gets.
  indirect case charted(Answer, BarChart, isShown: Bool)

  /// A page to print, with the same content as a record for programs.
  case page(Page, record: Record)

  /// An answer without some values, and the error for them.
  indirect case incomplete(Answer, Diagnostic)

  /// The answer when the user declines a change.
  package static var nothingChanged: Answer { .text("Nothing changed\n") }

  /// A sentence for people, with the same content as a record for programs.
  package static func message(_ sentence: String, record: Record) -> Answer {
    .messages(sentence, records: [record])
  }

  /// A page to print, in both of its forms.
  package struct Page: Sendable, Hashable {
    /// Its title.
    package let title: String
    /// The page as plain text.
    package let text: String
    /// The page as a whole HTML document.
    package let html: String

    /// Makes a page.
    package init(title: String, text: String, html: String) {
      self.title = title
      self.text = text
      self.html = html
    }
  }

  /// Rows under a title.
  package typealias List = (title: String, table: ResultTable)

  /// Named values, in order.
  package typealias Record = [(name: String, value: Cell)]
}
