import Campground
import CommandKit

/// Reads `16 on 2026-07-03, 17 on 2026-07-05`.
struct SiteChangeReader {
  private let list: ListReader
  private let parameter: Parameter
  private var text: CommandText { list.reader.text }

  init(_ reader: ValueReader, for parameter: Parameter) {
    list = ListReader(reader)
    self.parameter = parameter
  }

  /// The changes, in the order in which they stand.
  func read(_ indices: Range<Int>) throws(Diagnostic) -> [SiteChangeTerm] {
    var changes: [SiteChangeTerm] = []
    for item in try list.items(indices) { changes.append(try change(item)) }
    return changes
  }

  private func change(_ item: ListReader.Item) throws(Diagnostic) -> SiteChangeTerm {
    let hint = "write \(parameter.name) 16 on 2026-07-03"
    guard let site = item.pieces.first else {
      throw text.diagnostic("\(parameter.name) needs a site here", hint: hint, at: item.end)
    }
    guard item.pieces.count > 1 else {
      throw text.diagnostic(
        "\(parameter.name) needs on and the date of the change here", hint: hint, at: item.end)
    }
    let on = item.pieces[1]
    guard on.text.lowercased() == "on" else {
      throw text.diagnostic(
        "behind the site comes on, not \"\(on.text)\"", hint: hint, at: on.range)
    }
    guard item.pieces.count > 2 else {
      throw text.diagnostic("on needs the date of the change here", hint: hint, at: item.end)
    }
    let date = item.pieces[2]
    guard item.pieces.count == 3 else {
      throw text.diagnostic(
        "a comma belongs before the next site", hint: hint + ", 17 on 2026-07-05",
        at: item.pieces[3].range)
    }
    guard
      case .date(let day) = try list.reader.read(date.word, at: date.range, for: Self.date)
    else {
      throw text.diagnostic("on needs the date of the change here", hint: hint, at: date.range)
    }
    return SiteChangeTerm(
      site: site.word, siteRange: site.range, date: day, dateRange: date.range)
  }

  private static let date = Parameter.date(.on, "the date of the change")
}
