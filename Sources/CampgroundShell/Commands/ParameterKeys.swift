import Campground
import CommandKit
import Foundation

extension ParameterKey where Value == String {
  /// The night after which a stay is a no-show.
  public static var noShowAfter: Self { Self("noshow") }
  /// The night after which a guaranteed stay is a no-show.
  public static var guaranteedNoShowAfter: Self { Self("guaranteed") }
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
  /// A season.
  public static var season: Self { Self("season") }
  /// The first day of a season, with or without a year.
  public static var firstDay: Self { Self("from") }
  /// The last day of a season, with or without a year.
  public static var lastDay: Self { Self("to") }
  /// The rate that a command is about.
  public static var rateRule: Self { Self("rate") }
  /// A kind of what is added, one of the words that its command lists.
  public static var kind: Self { Self("kind") }
  /// Weekdays: `fri,sat`.
  public static var weekdays: Self { Self("weekdays") }
  /// The tax that a command is about.
  public static var taxRule: Self { Self("tax") }
  /// The fee that a command is about.
  public static var feeRule: Self { Self("fee") }
  /// The discount that a command is about or that is asked for.
  public static var discount: Self { Self("discount") }
  /// The rule about deposits that a command is about.
  public static var deposit: Self { Self("deposit") }
  /// The cancellation policy that a command is about.
  public static var policy: Self { Self("policy") }
  /// An amount, or a percentage: `12.35%`.
  public static var share: Self { Self("amount") }
  /// What an amount is counted by, one of `CommandWords.bases`.
  public static var basis: Self { Self("per") }
  /// A group of charges.
  public static var taxGroup: Self { Self("group") }
  /// The steps of a cancellation policy: `0-1 all, 2-6 nights 1, 7+ nothing`.
  public static var steps: Self { Self("steps") }
  /// The code of another reservation.
  public static var otherCode: Self { Self("with") }
  /// The campsite that a stay is moved to.
  public static var destination: Self { Self("to") }
  /// Why something is done.
  public static var reason: Self { Self("reason") }
  /// Campsites, separated by commas.
  public static var sites: Self { Self("sites") }
  /// A group on one bill.
  public static var groupName: Self { Self("group") }
  /// The group that a reservation joins.
  public static var joined: Self { Self("to") }
  /// The reservation that pays for what was used.
  public static var payer: Self { Self("for") }
  /// What a group is charged for.
  public static var sharedItem: Self { Self("for") }
  /// The code of somebody on the waitlist.
  public static var waiting: Self { Self("code") }
  /// How far the stays of a series lie apart, one of `CommandWords.seriesSteps`.
  public static var every: Self { Self("every") }
  /// Whatever else there is to say.
  public static var note: Self { Self("note") }
  /// The entity that a command is about.
  public static var entity: Self { Self("entity") }
  /// A phone number.
  public static var phone: Self { Self("phone") }
  /// License plates.
  public static var plates: Self { Self("plates") }
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
  /// The kind of driveway.
  public static var driveway: Self { Self("driveway") }
  /// Where something lies: `37.7456,-119.5936`.
  public static var location: Self { Self("location") }
  /// What no attribute was foreseen for: `Campfire Allowed=yes`.
  public static var detail: Self { Self("detail") }
  /// A loop of campsites.
  public static var loop: Self { Self("loop") }
  /// A class of campsites.
  public static var siteClass: Self { Self("class") }
  /// A rule about stays.
  public static var rule: Self { Self("rule") }
  /// What is known of something.
  public static var text: Self { Self("value") }
  /// The group that something is shown in.
  public static var group: Self { Self("group") }
  /// A month, as `CalendarMonth` reads it.
  public static var month: Self { Self("month") }
  /// The state of a reservation.
  public static var status: Self { Self("status") }
  /// The employee that a command is about.
  public static var employee: Self { Self("employee") }
  /// The employee who sells something.
  public static var seller: Self { Self("by") }
  /// Who changed something.
  public static var user: Self { Self("by") }
  /// A department.
  public static var department: Self { Self("department") }
  /// An identifier in another system.
  public static var guid: Self { Self("guid") }
  /// A postal address.
  public static var address: Self { Self("address") }
  /// Whatever else there is to say of somebody.
  public static var about: Self { Self("about") }
  /// The file of a picture to keep.
  public static var pictureFile: Self { Self("set") }
  /// The file that a picture is written to.
  public static var exportedFile: Self { Self("export") }
  /// The code of a sale.
  public static var sale: Self { Self("sale") }
  /// The stay that a sale is charged to.
  public static var chargedStay: Self { Self("charge") }
  /// What sales are added up by, one of `SaleGrouping`.
  public static var saleGrouping: Self { Self("by") }
  /// What is charged or sold.
  public static var item: Self { Self("item") }
  /// How money comes in, one of `CommandWords.paymentMethods`.
  public static var method: Self { Self("method") }
  /// Where guests are, one of `CommandWords.whereabouts`.
  public static var whereabouts: Self { Self("who") }
  /// How money goes back, one of `CommandWords.refundMethods`.
  public static var refundMethod: Self { Self("as") }
  /// The number of a card slip or check, the code of a voucher.
  public static var reference: Self { Self("reference") }
  /// The code of a voucher.
  public static var voucher: Self { Self("voucher") }
  /// What a meter counts, one of `CommandWords.meterKinds`.
  public static var meter: Self { Self("meter") }
  /// The name of what a meter counts by.
  public static var unit: Self { Self("unit") }
  /// The form of a paper, one of `CommandWords.paperFormats`.
  public static var paperFormat: Self { Self("format") }
  /// A file to write.
  public static var toFile: Self { Self("to") }
  /// A file to read.
  public static var file: Self { Self("file") }
  /// Words to look for.
  public static var words: Self { Self("words") }
  /// A form or file for the answers.
  public static var target: Self { Self("target") }
  /// Whether something is on or off, one of `CommandWords.switches`.
  public static var isOn: Self { Self("switch") }
  /// The words of a help topic.
  public static var topic: Self { Self("topic") }
}

extension ParameterKey where Value == Int {
  /// For how many seconds something goes on.
  public static var seconds: Self { Self("for") }
  /// A length in feet.
  public static var length: Self { Self("length") }
  /// A number of people.
  public static var people: Self { Self("people") }
  /// A number of vehicles.
  public static var vehicles: Self { Self("vehicles") }
  /// A number of pieces.
  public static var quantity: Self { Self("quantity") }
  /// The number of pieces left.
  public static var stock: Self { Self("stock") }
  /// The number of vacation days left.
  public static var vacation: Self { Self("vacation") }
  /// A number of nights.
  public static var nights: Self { Self("nights") }
  /// A number of months, counted from an arrival.
  public static var months: Self { Self("months") }
  /// A number of days.
  public static var days: Self { Self("days") }
  /// The number that a rule demands.
  public static var value: Self { Self("value") }
  /// The number of people who come, where all are adults.
  public static var party: Self { Self("party") }
  /// The number of adults who come.
  public static var adults: Self { Self("adults") }
  /// The number of children who come.
  public static var children: Self { Self("children") }
  /// The number of a line of a folio.
  public static var line: Self { Self("line") }
  /// The place of a command in the scratch pad.
  public static var position: Self { Self("number") }
  /// The number of pets.
  public static var petCount: Self { Self("pets") }
  /// A place in a list.
  public static var rank: Self { Self("rank") }
  /// The least number of nights.
  public static var minimumNights: Self { Self("minnights") }
  /// How many people, vehicles or pets are included.
  public static var included: Self { Self("included") }
  /// From how many nights on a tax is not charged.
  public static var exempt: Self { Self("exempt") }
  /// A number of minutes after booking.
  public static var grace: Self { Self("grace") }
  /// How many stays a series has.
  public static var times: Self { Self("times") }
  /// A number of minutes.
  public static var minutes: Self { Self("minutes") }
  /// For how many minutes holds last.
  public static var holdMinutes: Self { Self("hold") }
  /// For how many hours what is offered to the waitlist is held.
  public static var offerHours: Self { Self("offer") }
  /// The number of a wish of somebody on the waitlist.
  public static var wish: Self { Self("wish") }
  /// How many months ahead stays are booked at most.
  public static var bookingWindow: Self { Self("window") }
  /// The number of rows at most.
  public static var limit: Self { Self("limit") }
  /// The number of rows to pass over.
  public static var offset: Self { Self("offset") }
  /// The number of rows that are read at a time.
  public static var batch: Self { Self("batch") }
}

extension ParameterKey where Value == Bool {
  /// Whether a scratch pad comes back that was left behind.
  public static var recover: Self { Self("recover") }
  /// Whether kept money is taxed.
  public static var keptMoney: Self { Self("kept") }
  /// Whether prices have their taxes in them.
  public static var taxIncluded: Self { Self("taxincluded") }
  /// Whether a refund is taken off the bill.
  public static var allowing: Self { Self("allowance") }
  /// Whether there is water.
  public static var water: Self { Self("water") }
  /// Whether there is a sewer.
  public static var sewer: Self { Self("sewer") }
  /// Whether pets may come.
  public static var pets: Self { Self("pets") }
  /// Whether there is shade.
  public static var shade: Self { Self("shade") }
  /// Whether there is a tent pad.
  public static var tentPad: Self { Self("tent-pad") }
  /// Whether a wheelchair can use it.
  public static var accessible: Self { Self("accessible") }
  /// Whether a meter is a new one.
  public static var replaced: Self { Self("replaced") }
  /// Whether the day is closed in the end.
  public static var close: Self { Self("close") }
  /// Whether something is shown.
  public static var showing: Self { Self("show") }
  /// Whether something is deleted.
  public static var deleting: Self { Self("delete") }
  /// Whether only what is left is listed.
  public static var open: Self { Self("open") }
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
  /// Whether also what is over counts.
  public static var all: Self { Self("all") }
  /// Whether a fee is given back.
  public static var refundable: Self { Self("refundable") }
  /// Whether a discount is given without being asked for.
  public static var automatic: Self { Self("automatic") }
  /// Whether new reservations get it.
  public static var isDefault: Self { Self("default") }
  /// Whether equal rows come once.
  public static var distinct: Self { Self("distinct") }
  /// Whether changes that are not saved count.
  public static var changes: Self { Self("changes") }
  /// Whether objects of subentities count.
  public static var subentities: Self { Self("subentities") }
  /// Whether a file is written anew that has something in it.
  public static var replace: Self { Self("replace") }
  /// Whether nothing is to be changed in the end.
  public static var dryRun: Self { Self("dry-run") }
  /// Whether a guest comes before the arrival date.
  public static var early: Self { Self("early") }
  /// Whether a check-in or a check-out is taken back.
  public static var undoing: Self { Self("undo") }
  /// Whether stays of a series are left out that are in the way of others.
  public static var skipTaken: Self { Self("skip-taken") }
  /// Whether nights that were agreed get the prices of now.
  public static var reprice: Self { Self("reprice") }
  /// Whether something is done though there is no need for it.
  public static var anyway: Self { Self("anyway") }
  /// Whether rules are broken on purpose.
  public static var overriding: Self { Self("override") }
}

extension ParameterKey where Value == Decimal {
  /// A price a night.
  public static var rate: Self { Self("rate") }
  /// An amount of money.
  public static var amount: Self { Self("amount") }
  /// The price of a unit, or of a night as it was agreed.
  public static var price: Self { Self("price") }
  /// What a meter shows.
  public static var value: Self { Self("value") }
  /// What calling off costs.
  public static var fee: Self { Self("fee") }
  /// What a change of dates costs.
  public static var changeFee: Self { Self("changefee") }
}

extension ParameterKey where Value == CalendarDate {
  /// The last day that counts.
  public static var through: Self { Self("through") }
  /// The arrival.
  public static var from: Self { Self("from") }
  /// The last day of a voucher; the last night of a fee or a tax.
  public static var until: Self { Self("until") }
  /// The departure.
  public static var to: Self { Self("to") }
  /// The beginning of a range.
  public static var between: Self { Self("between") }
  /// The end of a range.
  public static var and: Self { Self("and") }
  /// A day.
  public static var on: Self { Self("on") }
  /// The first day at work.
  public static var startDate: Self { Self("start") }
  /// A business day.
  public static var day: Self { Self("day") }
  /// The day that a list is about.
  public static var date: Self { Self("date") }
  /// The day on which a stay changes the campsite.
  public static var changeDay: Self { Self("at") }
}

extension ParameterKey where Value == [SiteChangeTerm] {
  /// The campsites that a stay goes on upon.
  public static var siteChanges: Self { Self("then") }
}

extension ParameterKey where Value == TimeOfDay {
  /// When a day of notice is over.
  public static var cutOff: Self { Self("cutoff") }
  /// From when on guests arrive.
  public static var checkIn: Self { Self("checkin") }
  /// Until when guests leave.
  public static var checkOut: Self { Self("checkout") }
  /// When a guest is expected.
  public static var at: Self { Self("at") }
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
  /// What the rows of a section have in common: one key path.
  public static var sections: Self { Self("by") }
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
