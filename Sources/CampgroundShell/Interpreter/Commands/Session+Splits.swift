import Campground
import CommandKit

extension Session {
  /// The changes of the campsite that `then` describes.
  func siteChanges(of command: ParsedCommand) throws -> [SiteChange] {
    try (command[.siteChanges] ?? []).map { term in
      SiteChange(on: term.date, to: try campSites.find(term.site))
    }
  }
}
