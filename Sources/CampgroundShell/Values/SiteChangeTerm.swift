import Campground
import CommandKit
import QueryKit

/// The next site of a stay, and when it begins, as a command says it.
package struct SiteChangeTerm: Sendable, Hashable {
  /// The site's number or name.
  package var site: String
  /// Where the site stands.
  package var siteRange: SourceRange
  /// The date.
  package var date: CalendarDate
  /// Where the date stands.
  package var dateRange: SourceRange
}

extension ArgumentText<Session> {
  /// `16 on 2026-07-03, 17 on 2026-07-05`, in the order in which they stand.
  func siteChanges() throws -> [SiteChangeTerm] { try items().map(siteChange) }

  private func siteChange(_ item: ClauseItem) throws -> SiteChangeTerm {
    let pieces = item.pieces
    let hint = "write \(name) 16 on 2026-07-03"
    func fault(_ message: String, hint: String = hint, at range: SourceRange) -> Diagnostic {
      command.diagnostic(message, hint: hint, at: range)
    }
    guard let site = pieces.first else { throw fault("\(name) needs a site here", at: item.end) }
    guard pieces.count > 1 else {
      throw fault("\(name) needs on and the date of the change here", at: item.end)
    }
    guard pieces[1].text.lowercased() == "on" else {
      throw fault("the site is followed by on, not \"\(pieces[1].text)\"", at: pieces[1].range)
    }
    guard pieces.count > 2 else {
      throw fault("on needs the date of the change here", at: item.end)
    }
    guard pieces.count == 3 else {
      throw fault(
        "a comma is missing before the next site", hint: hint + ", 17 on 2026-07-05",
        at: pieces[3].range)
    }
    do {
      let day = try date(of: pieces[2].word, named: "on").date
      return SiteChangeTerm(
        site: site.word, siteRange: site.range, date: day, dateRange: pieces[2].range)
    } catch let fault as ValueFault {
      throw command.diagnostic(fault.message, hint: fault.hint, at: pieces[2].range)
    }
  }
}
