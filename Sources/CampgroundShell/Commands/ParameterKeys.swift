import Campground
import CommandKit
import Foundation

extension ParameterKey where Value == String {
  /// The night after which a stay is a no-show.
  package static var noShowAfter: Self { Self("noshow") }
  /// The night after which a guaranteed stay is a no-show.
  package static var guaranteedNoShowAfter: Self { Self("guaranteed") }
  /// The name of what is added or its new name.
  package static var name: Self { Self("name") }
  /// The campground that a command is about.
  package static var campground: Self { Self("campground") }
  /// The camper that a command is about.
  package static var camper: Self { Self("camper") }
  /// The camper whom a campsite is booked for.
  package static var guest: Self { Self("for") }
  /// The campsite that a command is about.
  package static var site: Self { Self("site") }
  /// The code of the reservation that a command is about.
  package static var code: Self { Self("code") }
  /// A kind of what is added, one of the words that its command lists.
  package static var kind: Self { Self("kind") }
  /// The discount that a command is about or that is asked for.
  package static var discount: Self { Self("discount") }
  /// The cancellation policy that a command is about.
  package static var policy: Self { Self("policy") }
  /// The campsite that a stay is moved to.
  package static var destination: Self { Self("to") }
  /// Why something is done.
  package static var reason: Self { Self("reason") }
  /// Whatever else there is to say.
  package static var note: Self { Self("note") }
  /// The entity that a command is about.
  package static var entity: Self { Self("entity") }
  /// A phone number.
  package static var phone: Self { Self("phone") }
  /// A time zone's identifier.
  package static var timeZone: Self { Self("timezone") }
  /// A currency code.
  package static var currency: Self { Self("currency") }
  /// A type of campsite, one of `CommandWords.siteTypes`.
  package static var type: Self { Self("type") }
  /// A kind of electricity, one of `CommandWords.electricity`.
  package static var electricity: Self { Self("electricity") }
  /// A loop of campsites.
  package static var loop: Self { Self("loop") }
  /// A class of campsites.
  package static var siteClass: Self { Self("class") }
  /// The group that something is shown in.
  package static var group: Self { Self("group") }
  /// The state of a reservation.
  package static var status: Self { Self("status") }
  /// A postal address.
  package static var address: Self { Self("address") }
  /// A file to read.
  package static var file: Self { Self("file") }
}

extension ParameterKey where Value == Int {
  /// For how many seconds something goes on.
  package static var seconds: Self { Self("for") }
  /// A length in feet.
  package static var length: Self { Self("length") }
  /// A number of vehicles.
  package static var vehicles: Self { Self("vehicles") }
  /// A number of nights.
  package static var nights: Self { Self("nights") }
  /// The number that a rule demands.
  package static var value: Self { Self("value") }
  /// The number of people who come, where all are adults.
  package static var party: Self { Self("party") }
  /// The number of adults who come.
  package static var adults: Self { Self("adults") }
  /// The number of children who come.
  package static var children: Self { Self("children") }
  /// For how many minutes holds last.
  package static var holdMinutes: Self { Self("hold") }
  /// For how many hours what is offered to the waitlist is held.
  package static var offerHours: Self { Self("offer") }
  /// How many months ahead stays are booked at most.
  package static var bookingWindow: Self { Self("window") }
  /// The number of rows at most.
  package static var limit: Self { Self("limit") }
  /// The number of rows to pass over.
  package static var offset: Self { Self("offset") }
  /// The number of rows that are read at a time.
  package static var batch: Self { Self("batch") }
}

extension ParameterKey where Value == Bool {
  /// Whether prices have their taxes in them.
  package static var taxIncluded: Self { Self("taxincluded") }
  /// Whether there is water.
  package static var water: Self { Self("water") }
  /// Whether there is a sewer.
  package static var sewer: Self { Self("sewer") }
  /// Whether also what is over counts.
  package static var all: Self { Self("all") }
  /// Whether equal rows come once.
  package static var distinct: Self { Self("distinct") }
  /// Whether changes that are not saved count.
  package static var changes: Self { Self("changes") }
  /// Whether objects of subentities count.
  package static var subentities: Self { Self("subentities") }
  /// Whether nothing is to be changed in the end.
  package static var dryRun: Self { Self("dry-run") }
  /// Whether a guest comes before the arrival date.
  package static var early: Self { Self("early") }
}

extension ParameterKey where Value == Decimal {
  /// An amount of money.
  package static var amount: Self { Self("amount") }
  /// The price of a unit, or of a night as it was agreed.
  package static var price: Self { Self("price") }
  /// What a meter shows.
  package static var value: Self { Self("value") }
}

extension ParameterKey where Value == CalendarDate {
  /// The arrival.
  package static var from: Self { Self("from") }
  /// The departure.
  package static var to: Self { Self("to") }
  /// A day.
  package static var on: Self { Self("on") }
  /// A business day.
  package static var day: Self { Self("day") }
}

extension ParameterKey where Value == [SiteChangeTerm] {
  /// The campsites that a stay goes on upon.
  package static var siteChanges: Self { Self("then") }
}

extension ParameterKey where Value == TimeOfDay {
  /// From when on guests arrive.
  package static var checkIn: Self { Self("checkin") }
  /// Until when guests leave.
  package static var checkOut: Self { Self("checkout") }
}

extension ParameterKey where Value == RawText {
  /// A predicate.
  package static var predicate: Self { Self("where") }
  /// A predicate on groups.
  package static var having: Self { Self("having") }
}

extension ParameterKey where Value == [SelectTerm] {
  /// The values to show.
  package static var select: Self { Self("select") }
  /// What the rows of a group have in common.
  package static var groupBy: Self { Self("group") }
  /// What the rows of a section have in common: one key path.
  package static var sections: Self { Self("by") }
  /// The relationships to read along.
  package static var prefetch: Self { Self("prefetch") }
}

extension ParameterKey where Value == Grouping {
  /// The keys of groups with their aggregates.
  package static var grouping: Self { Self("by") }
}

extension ParameterKey where Value == [SortTerm] {
  /// The keys to sort by.
  package static var sort: Self { Self("sort") }
}
