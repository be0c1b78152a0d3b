import Campground
import Foundation

/// The people who work at the demo's campground.
struct DemoStaff: Sendable {
  let name: String
  let department: String
  /// How many years ago they began, with the month and the day.
  let since: (years: Int, month: Int, day: Int)
  let vacationDays: Int
  var about: String?
  var isActive = true

  static let all = [
    DemoStaff(
      name: "Ingrid Halvorsen", department: "Management", since: (11, 3, 1), vacationDays: 18,
      about: "owner"),
    DemoStaff(name: "Marcus Webb", department: "Office", since: (6, 4, 15), vacationDays: 12),
    DemoStaff(name: "Priya Raman", department: "Office", since: (5, 5, 2), vacationDays: 9),
    DemoStaff(name: "Tess Okonjo", department: "Office", since: (4, 5, 20), vacationDays: 6),
    DemoStaff(
      name: "Leo Castellano", department: "Office", since: (4, 10, 6), vacationDays: 7,
      about: "evenings and weekends"),
    DemoStaff(name: "Dale Whitaker", department: "Grounds", since: (9, 2, 10), vacationDays: 15),
    DemoStaff(name: "Rosa Delgado", department: "Grounds", since: (4, 4, 3), vacationDays: 11),
    DemoStaff(
      name: "Finn Aldous", department: "Grounds", since: (1, 6, 1), vacationDays: 4,
      about: "seasonal"),
    DemoStaff(name: "Junko Sato", department: "Housekeeping", since: (5, 5, 7), vacationDays: 10),
    DemoStaff(
      name: "Bea Lindqvist", department: "Housekeeping", since: (4, 6, 12), vacationDays: 8),
    DemoStaff(name: "Kasey Mcfarland", department: "Shop", since: (5, 5, 5), vacationDays: 8),
    DemoStaff(name: "Omar Haddad", department: "Shop", since: (4, 4, 22), vacationDays: 6),
    DemoStaff(
      name: "Nell Prescott", department: "Shop", since: (3, 6, 18), vacationDays: 0,
      about: "left for college", isActive: false),
  ]

  /// Who makes a change at the office at a minute of a day; the night audit is the manager's.
  static func clerk(on day: CalendarDate, minute: Int) -> String {
    if minute < 7 * 60 + 30 { return "Marcus Webb" }
    if minute >= 15 * 60 { return Int(day.dayNumber) % 3 == 0 ? "Tess Okonjo" : "Leo Castellano" }
    return day.weekday == .sunday || day.weekday == .monday ? "Tess Okonjo" : "Priya Raman"
  }

  /// Who sells in the shop on a day.
  static func seller(on day: CalendarDate) -> String {
    [.tuesday, .wednesday, .friday].contains(day.weekday) ? "Omar Haddad" : "Kasey Mcfarland"
  }

  /// Who cleans on a day.
  static func cleaner(on day: CalendarDate) -> String {
    Int(day.dayNumber).isMultiple(of: 2) ? "Junko Sato" : "Bea Lindqvist"
  }
}

/// What the demo's camp store sells.
struct DemoItem: Sendable {
  let name: String
  let price: Decimal
  /// How many there are after a delivery; nil where they are not counted.
  let stock: Int?
  /// How often it is bought, compared with others.
  let demand: Double
  /// The most that one buys at a time.
  var most = 1

  static let all = [
    DemoItem(name: "firewood", price: 7.5, stock: 120, demand: 30, most: 3),
    DemoItem(name: "ice", price: 4.25, stock: 80, demand: 18, most: 2),
    DemoItem(name: "kindling", price: 3.95, stock: 60, demand: 8),
    DemoItem(name: "marshmallows", price: 3.79, stock: 48, demand: 9, most: 2),
    DemoItem(name: "propane refill", price: 22.95, stock: nil, demand: 5),
    DemoItem(name: "camp coffee", price: 2.75, stock: nil, demand: 14, most: 3),
    DemoItem(name: "kayak, half a day", price: 45, stock: nil, demand: 4, most: 2),
    DemoItem(name: "crab pot, a day", price: 14.5, stock: nil, demand: 4),
    DemoItem(name: "sunscreen", price: 11.49, stock: 30, demand: 3),
    DemoItem(name: "tide table", price: 2.5, stock: 100, demand: 4),
    DemoItem(name: "heron mug", price: 16, stock: 36, demand: 2),
    DemoItem(name: "heron T-shirt", price: 24, stock: 60, demand: 2),
  ]
}
