import Campground
import Foundation

extension ParameterKey where Value == String {
  /// The name of what is added or its new name.
  public static var name: Self { Self("name") }
  /// The campground that a command is about.
  public static var campground: Self { Self("campground") }
  /// The camper that a command is about.
  public static var camper: Self { Self("camper") }
  /// The camper whom a campsite is booked for.
  public static var guest: Self { Self("for") }
  /// The campsite that a command is about.
  public static var site: Self { Self("site") }
  /// The code of the reservation that a command is about.
  public static var code: Self { Self("code") }
  /// The entity that a command is about.
  public static var entity: Self { Self("entity") }
  /// A phone number.
  public static var phone: Self { Self("phone") }
  /// An e-mail address.
  public static var email: Self { Self("email") }
  /// A time zone's identifier.
  public static var timeZone: Self { Self("timezone") }
  /// A currency code.
  public static var currency: Self { Self("currency") }
  /// A type of campsite, one of `CommandWords.siteTypes`.
  public static var type: Self { Self("type") }
  /// A kind of electricity, one of `CommandWords.electricity`.
  public static var electricity: Self { Self("electricity") }
  /// A loop of campsites.
  public static var loop: Self { Self("loop") }
  /// A rule about stays.
  public static var rule: Self { Self("rule") }
  /// A kind of what is added, one of the words that its command lists.
  public static var kind: Self { Self("kind") }
  /// Weekdays, as `Weekdays` reads them.
  public static var weekdays: Self { Self("weekdays") }
  /// A season's name.
  public static var season: Self { Self("season") }
  /// Why something is done.
  public static var reason: Self { Self("reason") }
  /// What is known of something.
  public static var text: Self { Self("value") }
  /// The group that something is shown in.
  public static var group: Self { Self("group") }
  /// A month, as `CalendarMonth` reads it.
  public static var month: Self { Self("month") }
  /// The state of a reservation.
  public static var status: Self { Self("status") }
  /// A file to read.
  public static var file: Self { Self("file") }
  /// Words to look for.
  public static var words: Self { Self("words") }
  /// A form or file for the answers.
  public static var target: Self { Self("target") }
  /// Whose values are saved, one of `CommandWords.choices`.
  public static var choice: Self { Self("choice") }
  /// Whether something is on or off, one of `CommandWords.switches`.
  public static var isOn: Self { Self("switch") }
  /// The words of a help topic.
  public static var topic: Self { Self("topic") }
}

extension ParameterKey where Value == Int {
  /// A length in feet.
  public static var length: Self { Self("length") }
  /// A number of people.
  public static var people: Self { Self("people") }
  /// A number of vehicles.
  public static var vehicles: Self { Self("vehicles") }
  /// A number of nights.
  public static var nights: Self { Self("nights") }
  /// A number of days.
  public static var days: Self { Self("days") }
  /// The number that a rule demands.
  public static var value: Self { Self("value") }
  /// The number of people who come along.
  public static var party: Self { Self("party") }
  /// The number of rows at most.
  public static var limit: Self { Self("limit") }
  /// The number of rows to pass over.
  public static var offset: Self { Self("offset") }
  /// The number of rows that are read at a time.
  public static var batch: Self { Self("batch") }
}

extension ParameterKey where Value == Bool {
  /// Whether there is water.
  public static var water: Self { Self("water") }
  /// Whether there is a sewer.
  public static var sewer: Self { Self("sewer") }
  /// Whether pets may come.
  public static var pets: Self { Self("pets") }
  /// Whether a wheelchair can use it.
  public static var accessible: Self { Self("accessible") }
  /// Whether something stands first in lists.
  public static var favorite: Self { Self("favorite") }
  /// Whether a rule is applied.
  public static var active: Self { Self("active") }
  /// Whether a rule becomes one for all days.
  public static var always: Self { Self("always") }
  /// Whether a rule becomes one for all campsites.
  public static var everywhere: Self { Self("everywhere") }
  /// Whether only the best of several is wanted.
  public static var best: Self { Self("best") }
  /// Whether reasons are asked for.
  public static var why: Self { Self("why") }
  /// Whether rules are passed over.
  public static var override: Self { Self("override") }
  /// Whether also what is over counts.
  public static var all: Self { Self("all") }
  /// Whether equal rows come once.
  public static var distinct: Self { Self("distinct") }
  /// Whether changes that are not saved count.
  public static var changes: Self { Self("changes") }
  /// Whether objects of subentities count.
  public static var subentities: Self { Self("subentities") }
  /// Whether nothing is to be changed in the end.
  public static var dryRun: Self { Self("dry-run") }
}

extension ParameterKey where Value == Decimal {
  /// A price a night.
  public static var rate: Self { Self("rate") }
}

extension ParameterKey where Value == CalendarDate {
  /// The arrival.
  public static var from: Self { Self("from") }
  /// The departure.
  public static var to: Self { Self("to") }
  /// The beginning of a range.
  public static var between: Self { Self("between") }
  /// The end of a range.
  public static var and: Self { Self("and") }
  /// A day.
  public static var on: Self { Self("on") }
}

extension ParameterKey where Value == RawText {
  /// A predicate.
  public static var predicate: Self { Self("where") }
  /// A predicate on groups.
  public static var having: Self { Self("having") }
}

extension ParameterKey where Value == [SelectTerm] {
  /// The values to show.
  public static var select: Self { Self("select") }
  /// What the rows of a group have in common.
  public static var groupBy: Self { Self("group") }
  /// The relationships to read along.
  public static var prefetch: Self { Self("prefetch") }
}

extension ParameterKey where Value == Grouping {
  /// The keys of groups with their aggregates.
  public static var grouping: Self { Self("by") }
}

extension ParameterKey where Value == Assignment {
  /// A variable's name and value.
  public static var assignment: Self { Self("variable") }
}

extension ParameterKey where Value == [SortTerm] {
  /// The keys to sort by.
  public static var sort: Self { Self("sort") }
}
