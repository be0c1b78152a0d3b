/// What was agreed for a stay and is kept when it is changed.
///
/// **Nights** that the stay still has keep their price and their discounts, and the fees and taxes
/// by which they were agreed, whatever these have become since; the rules of today are for nights
/// that are added. What is charged once a stay keeps the amount of the booking and is not charged
/// again. What these are for was agreed with them: the nights, the type of campsite, from which
/// person on. Where the number of people, vehicles or pets changes, it is counted anew at the
/// agreed amounts: on nights that are still to come, and for what is charged once by a line of the
/// first of them that it is for; where none is, what was charged stays.
///
/// **Days that are past** stay to the last line. A tax by percentage is worked out on the whole of
/// its group, each night with its own percentage, and rounded once; what past days have of it stays
/// there, and the rest is spread over the days to come.
///
/// **The number of nights** counts when a night is agreed: a discount for long stays, or the part
/// of a week's or a month's price, stays with the nights that have it when the stay gets shorter,
/// and is given to nights that are added when it gets long enough. A discount by an amount is given
/// once a stay: nights that are added get what the others do not have of it. Being free of a tax is
/// no price but follows from how long the stay is in the end: for the whole of it.
/// What past nights were charged of the tax is given back then on the first night to come; where the
/// stay gets too short to be free, what they were not charged is asked for there.
///
/// **A price that was agreed at the desk** is the price of each night that was to come then, and of
/// each that is added later, on any campsite; discounts that nobody asked for are not given on it.
/// **A discount** that is given later is for the nights to come, and leaves their price as it is.
///
/// **A discount by percentage** is rounded once, on all nights that have it, and spread over them:
/// nights that are added get what the others leave of it, and where nights go the shares of those
/// that are not charged yet follow, by a minor unit at most. So a stay that was made longer or
/// shorter comes to what it would have been booked for.
///
/// **Priced anew**, a stay keeps the nights that were charged, and is cut into weeks and months as
/// a new one: nights to come cost what the week or the month does, less what its charged nights
/// did. Where no price changed, the stay comes to what it came to.
///
/// **On another campsite** nights to come whose price is another one get that price of today, and
/// the discounts, fees and taxes as they were agreed, of which those of the other type of campsite
/// apply; what was charged once for the type that is left stays. Past nights, and all of a stay
/// that is not moved, keep the type that they were agreed for, whatever the campsite becomes.
struct AgreedStay: Sendable {
  /// The lines; nights of which no price is among them get the one of today.
  var lines: [QuoteLine]

  /// The terms; nights that are not among them are charged by the rules of today.
  var terms: StayTerms

  /// The nights that the stay had when it was agreed.
  let formerNights: Set<CalendarDate>

  /// The first night that is still to come, for a guest who is here; days before it never change.
  var firstOpenNight: CalendarDate

  /// The days whose night or discount was charged to the bill.
  var chargedDays: Set<CalendarDate> = []

  /// A discount that is given for some of the nights beside what was agreed for them.
  struct GivenDiscount: Sendable {
    let name: String
    let nights: Set<CalendarDate>
  }

  /// The discount that is given now; nil for none.
  var given: GivenDiscount?

  /// Whether the stay is cut into weeks and months as if it were booked now, though it keeps prices
  /// of nights; see `NightPricing`.
  var isCutAnew = false

  init(lines: [QuoteLine], terms: StayTerms, firstOpenNight: CalendarDate) {
    self.lines = lines
    self.terms = terms
    self.firstOpenNight = firstOpenNight
    formerNights = terms.days
  }

  /// The same without the terms of nights of which no price is among the
  /// lines: these are agreed anew.
  var withoutUnpricedNights: AgreedStay {
    let priced = Set(lines.lazy.filter { $0.kind == .lodging }.map(\.day))
    var copy = self
    copy.terms = terms.keeping(priced.contains)
    return copy
  }
}
