import Campground
import CommandKit

extension Resource where Context == Session, Object == Season, Plan == SeasonDates {
  /// Seasons.
  static var seasons: Self {
    Resource(
      "season", .season, fields: fields, name: { $0.name },
      sentence: { "\($0.name) · \($0.span)" }, newPlan: { SeasonDates() },
      all: { try $0.rates.seasons() },
      add: { (try $0.rates.addSeason($1, $2.span()), "") },
      edit: { session, season, name, dates, _ in
        let isMoved = dates.first != nil || dates.last != nil
        let span = isMoved ? try dates.span(changing: season.span) : nil
        return (try session.rates.edit(season, name: name, span: span), "")
      }, delete: { try $0.rates.delete($1) }
    )
    .with {
      $0.lists = { session, season in
        [
          try rules(.rates, of: season, in: session),
          try rules(.discounts, of: season, in: session),
          try rules(.fees, of: season, in: session), try rules(.taxes, of: season, in: session),
          try rules(.deposits, of: season, in: session),
          try rules(.stayRules, of: season, in: session),
        ]
      }
    }
  }

  /// The rules of a kind that name a season.
  @MainActor
  private static func rules<Rule: ScopedRule, RulePlan>(
    _ resource: Resource<Session, Rule, RulePlan>, of season: Season, in session: Session
  ) throws -> Answer.List {
    let rules = try resource.all(session).filter { $0.season === season }
    return (resource.plural, resource.table(rules, leavingOut: ["season"]))
  }

  private static var fields: [Field<Session, Season, SeasonDates>] {
    [
      .value("from", .seasonDay, "first night") { $0.first = $1 }.required()
        .shown { .text("\(SeasonDates($0.span).first?.description ?? "")") },
      .value("to", .seasonDay, "last night") { $0.last = $1 }.required()
        .shown { .text("\(SeasonDates($0.span).last?.description ?? "")") },
    ]
  }

  /// The commands about seasons.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["high season", "holiday"],
      details: """
        Give the first and last night as MM-DD for every year, over New Year if you like, or \
        as YYYY-MM-DD for one year.
        """,
      examples: [
        "season add Summer from 06-01 to 08-31", "season add Fall 09-01 10-14",
        "season add Winter from 10-15 to 04-15",
        "season add \"County fair\" from 2026-07-03 to 2026-07-05",
      ])

    listCommand.explained(synonyms: ["high season", "holiday"]).inParts
    showCommand.explained("Show a season with its rates and other rules")

    editCommand.explained(examples: [
      "season edit Summer to 09-15", "season edit Summer 06-15 09-15",
    ])

    deleteCommand.explained(refuses: "a season that a rule uses")
  }
}

/// The first and last day of a season as a command gives them; nil leaves one unchanged.
struct SeasonDates {
  /// A day of every year, or of one year.
  struct Day: CustomStringConvertible {
    let day: SeasonSpan.YearDay
    let year: Int?

    init(month: Int, day: Int, year: Int? = nil) {
      self.init(day: SeasonSpan.YearDay(month: month, day: day), year: year)
    }

    init(day: SeasonSpan.YearDay, year: Int?) { (self.day, self.year) = (day, year) }

    var description: String { (year.map { "\($0)-" } ?? "") + day.description }
  }

  var first: Day?
  var last: Day?

  init() {}

  init(_ span: SeasonSpan) {
    first = Day(day: span.first, year: span.year)
    last = Day(day: span.last, year: span.year.map { span.wrapsTheYear ? $0 + 1 : $0 })
  }

  /// The season; an end that was not given keeps its former day.
  func span(changing former: SeasonSpan? = nil) throws -> SeasonSpan {
    let former = former.map(SeasonDates.init)
    guard let first = first ?? former?.first, let last = last ?? former?.last else {
      throw ValueFault("a season needs a first and a last night")
    }
    guard let year = first.year, let lastYear = last.year else {
      guard first.year == nil, last.year == nil else {
        throw ValueFault(
          "only one end of the season has a year",
          hint: "write both as 06-01 for every year, or both as 2026-06-01 for one", at: "to")
      }
      return try SeasonSpan(from: first.day, through: last.day)
    }
    guard lastYear == (last.day < first.day ? year + 1 : year) else {
      let isBackwards = (lastYear, last.day) < (year, first.day)
      throw ValueFault(
        isBackwards
          ? "the season ends before it begins" : "a season is at most a year long", at: "to")
    }
    return try SeasonSpan(from: first.day, through: last.day, year: year)
  }
}

extension ValueType where Context == Session, Value == SeasonDates.Day {
  /// A day as `06-01`, `6/1` or `June 1`, or with a year for a season of one year.
  fileprivate static var seasonDay: Self {
    ValueType("MM-DD", "day", .date, extent: .words(while: DatePhrase.goesOn)) { text in
      let word = try text.text()
      // 2000 was a leap year, so that 02-29 is accepted.
      if word.utf8.count == 5, let date = try? CalendarDate(parsing: "2000-\(word)") {
        return SeasonDates.Day(month: date.month, day: date.day)
      }
      switch try? DatePhrase(word, order: text.context.dateOrder) {
      case .date(let date):
        return SeasonDates.Day(month: date.month, day: date.day, year: date.year)
      case .dayOfYear(let month, let day, .open): return SeasonDates.Day(month: month, day: day)
      case .days, .dayOfYear, .next, .weekend, nil:
        throw ValueFault(
          "\(text.name) expects a day of the year, not \"\(word)\"",
          hint: "write it as month and day, like 06-01, or 2026-06-01 for one year only")
      }
    }
  }
}
