import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// Checks the store.
  static var check: Self {
    Command(
      "check", synonyms: ["verify", "integrity", "damage", "fsck", "health"],
      "Check the store's file and everything in it",
      details: """
        Reads the whole file and those of its pictures, then what has to hold at a campground: a \
        night for each night of a stay or a closed site, bills that are in the ledger, sums of closed \
        days, reversed lines, vouchers. It changes nothing. A store in order gives one line; \
        otherwise each finding comes with what to do about it, and a script ends with status 65. To \
        look at a backup: campground --store FILE --readonly -c check
        """,
      examples: ["check"], isAboutSession: true
    ) { session in
      let check = CheckService(
        managedObjectContext: session.stack.mainContext, storeStack: session.stack,
        clock: session.clock)
      let findings = try check.findings()
      guard findings.isEmpty else { return session.answer(about: findings) }
      let contents = try check.contents()
      return .message(
        "The store is in order: \(Session.words(for: contents))",
        record: [("findings", .list([]))] + Session.counts(of: contents))
    }
    .advising { word in
      ["in", "out"].contains(word) ? Suggestion.hint(of: ["check\(word)"]) : nil
    }
  }
}

extension Command where Context == Session {
  /// Tells the version of the store.
  static var migrateStatus: Self {
    Command(
      "migrate status", synonyms: ["store version", "schema version"],
      "Show the version of the store, and whether it was just migrated",
      details: """
        A store of an older version is migrated when it is opened; --no-migrate refuses that. Older \
        programs cannot open it afterwards, so copy the file first if they have to.
        """,
      examples: ["migrate status"], isAboutSession: true, answering: .data
    ) { session in
      let versions = session.stack.managedObjectModel.versionIdentifiers.sorted()
      let former = (session.stack as? CampgroundStack)?.migration?.source
      return .details(
        [
          ("version", .text(versions.joined(separator: "/"))),
          ("migrated from", Cell(former)),
        ], lists: [])
    }
  }
}

extension Session {
  fileprivate func answer(about findings: [StoreFinding]) -> Answer {
    var text = ""
    var rule: String?
    for finding in findings {
      if finding.rule != rule { text += (rule == nil ? "" : "\n") + "\(finding.rule)\n" }
      rule = finding.rule
      text += "  \(finding.subject) \(finding.problem)\n    \(finding.repair)\n"
    }
    let columns: [ListColumn<StoreFinding>] = [
      .init("rule") { .text($0.rule) }, .init("subject") { .text($0.subject) },
      .init("problem") { .text($0.problem) }, .init("repair") { .text($0.repair) },
    ]
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    return .incomplete(
      .forms(
        .text(text),
        record: [("findings", .list(findings.map { .object(columns.record(of: $0)) }))],
        rows: columns.table(of: findings)),
      Diagnostic(
        "the store has \(count)",
        hint: "\"backup\" keeps it as it is before you change anything"))
  }
}
