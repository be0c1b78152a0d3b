import Campground
import CommandKit
import Foundation

extension ParameterKey where Value == String {
  /// The name of what is added or its new name.
  package static var name: Self { Self("name") }
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
  /// The code of another reservation.
  package static var otherCode: Self { Self("with") }
  /// The campsite that a stay is moved to.
  package static var destination: Self { Self("to") }
  /// Why something is done.
  package static var reason: Self { Self("reason") }
  /// Campsites, separated by commas.
  package static var sites: Self { Self("sites") }
  /// A group on one bill.
  package static var groupName: Self { Self("group") }
  /// The group that a reservation joins.
  package static var joined: Self { Self("to") }
  /// What a group is charged for.
  package static var sharedItem: Self { Self("for") }
  /// The code of somebody on the waitlist.
  package static var waiting: Self { Self("code") }
  /// How far the stays of a series lie apart, one of `CommandWords.seriesSteps`.
  package static var every: Self { Self("every") }
  /// Whatever else there is to say.
  package static var note: Self { Self("note") }
  /// A type of campsite, one of `CommandWords.siteTypes`.
  package static var type: Self { Self("type") }
  /// A kind of electricity, one of `CommandWords.electricity`.
  package static var electricity: Self { Self("electricity") }
  /// The kind of driveway.
  package static var driveway: Self { Self("driveway") }
  /// Where something lies: `37.7456,-119.5936`.
  package static var location: Self { Self("location") }
  /// What no attribute was foreseen for: `Campfire Allowed=yes`.
  package static var detail: Self { Self("detail") }
  /// A loop of campsites.
  package static var loop: Self { Self("loop") }
  /// A class of campsites.
  package static var siteClass: Self { Self("class") }
  /// What is known of something.
  package static var text: Self { Self("value") }
  /// The group that something is shown in.
  package static var group: Self { Self("group") }
  /// A month, as `CalendarMonth` reads it.
  package static var month: Self { Self("month") }
  /// The state of a reservation.
  package static var status: Self { Self("status") }
  /// How money comes in, one of `CommandWords.paymentMethods`.
  package static var method: Self { Self("method") }
  /// The number of a card slip or check, the code of a voucher.
  package static var reference: Self { Self("reference") }
  /// The form of a paper, one of `CommandWords.paperFormats`.
  package static var paperFormat: Self { Self("format") }
  /// A file to write.
  package static var toFile: Self { Self("to") }
}

extension ParameterKey where Value == Int {
  /// A length in feet.
  package static var length: Self { Self("length") }
  /// A number of people.
  package static var people: Self { Self("people") }
  /// A number of vehicles.
  package static var vehicles: Self { Self("vehicles") }
  /// A number of nights.
  package static var nights: Self { Self("nights") }
  /// A number of months, counted from an arrival.
  package static var months: Self { Self("months") }
  /// A number of days.
  package static var days: Self { Self("days") }
  /// The number that a rule demands.
  package static var value: Self { Self("value") }
  /// The number of people who come, where all are adults.
  package static var party: Self { Self("party") }
  /// The number of adults who come.
  package static var adults: Self { Self("adults") }
  /// The number of children who come.
  package static var children: Self { Self("children") }
  /// The number of pets.
  package static var petCount: Self { Self("pets") }
  /// How many stays a series has.
  package static var times: Self { Self("times") }
  /// A number of minutes.
  package static var minutes: Self { Self("minutes") }
  /// The number of a wish of somebody on the waitlist.
  package static var wish: Self { Self("wish") }
  /// The number of rows at most.
  package static var limit: Self { Self("limit") }
  /// The number of rows to pass over.
  package static var offset: Self { Self("offset") }
}

extension ParameterKey where Value == Bool {
  /// Whether there is water.
  package static var water: Self { Self("water") }
  /// Whether there is a sewer.
  package static var sewer: Self { Self("sewer") }
  /// Whether pets may come.
  package static var pets: Self { Self("pets") }
  /// Whether there is shade.
  package static var shade: Self { Self("shade") }
  /// Whether there is a tent pad.
  package static var tentPad: Self { Self("tent-pad") }
  /// Whether a wheelchair can use it.
  package static var accessible: Self { Self("accessible") }
  /// Whether something stands first in lists.
  package static var favorite: Self { Self("favorite") }
  /// Whether only the best of several is wanted.
  package static var best: Self { Self("best") }
  /// Whether reasons are asked for.
  package static var why: Self { Self("why") }
  /// Whether also what is over counts.
  package static var all: Self { Self("all") }
  /// Whether a file is written anew that has something in it.
  package static var replace: Self { Self("replace") }
  /// Whether nothing is to be changed in the end.
  package static var dryRun: Self { Self("dry-run") }
  /// Whether a guest comes before the arrival date.
  package static var early: Self { Self("early") }
  /// Whether a check-in or a check-out is taken back.
  package static var undoing: Self { Self("undo") }
  /// Whether stays of a series are left out that are in the way of others.
  package static var skipTaken: Self { Self("skip-taken") }
  /// Whether nights that were agreed get the prices of now.
  package static var reprice: Self { Self("reprice") }
  /// Whether something is done though there is no need for it.
  package static var anyway: Self { Self("anyway") }
  /// Whether rules are broken on purpose.
  package static var overriding: Self { Self("override") }
}

extension ParameterKey where Value == Decimal {
  /// A price a night.
  package static var rate: Self { Self("rate") }
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
  /// The beginning of a range.
  package static var between: Self { Self("between") }
  /// The end of a range.
  package static var and: Self { Self("and") }
  /// A day.
  package static var on: Self { Self("on") }
  /// A business day.
  package static var day: Self { Self("day") }
  /// The day that a list is about.
  package static var date: Self { Self("date") }
  /// The day on which a stay changes the campsite.
  package static var changeDay: Self { Self("at") }
}

extension ParameterKey where Value == [SiteChangeTerm] {
  /// The campsites that a stay goes on upon.
  package static var siteChanges: Self { Self("then") }
}

extension ParameterKey where Value == TimeOfDay {
  /// When a guest is expected.
  package static var at: Self { Self("at") }
}
