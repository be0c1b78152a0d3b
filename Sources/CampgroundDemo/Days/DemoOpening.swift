import Campground
import Foundation
import ObjectGraph

/// The day on which the demo's office opens: the campground, its classes and campsites, prices,
/// staff and goods.
@MainActor
final class DemoOpening {
  private let desk: Desk
  private let day: CalendarDate
  private(set) var siteIDs: [ManagedObjectID] = []
  private(set) var classIDs: [ManagedObjectID] = []
  private(set) var itemIDs: [ManagedObjectID] = []
  private(set) var staffIDs: [String: ManagedObjectID] = [:]

  /// - Parameter day: the demo's day, from which the years of the staff are counted.
  init(desk: Desk, day: CalendarDate) {
    self.desk = desk
    self.day = day
  }

  func run() throws {
    let campground = try desk.perform("campground add \"Heron Bay\"") { services in
      try services.campgrounds.add(
        "Heron Bay",
        settings: CampgroundSettings(
          timeZone: Demo.timeZone, currency: .usd, locale: Locale(identifier: "en_US"),
          address: "4100 Spit Road, Heron Bay, WA", phoneNumber: "360-555-0142",
          holdMinutes: 60, offerHours: 24, checkIn: TimeOfDay(minute: 15 * 60),
          checkOut: TimeOfDay(minute: 11 * 60)))
    }
    desk.use(campground)
    try addPlaces()
    try desk.perform("rate add") { services in
      try DemoPrices(
        services: services,
        classes: self.classIDs.compactMap {
          try services.managedObjectContext.existingObject(with: $0) as? SiteClass
        }
      ).add()
    }
    try addStaff()
    try addItems()
  }

  private func addPlaces() throws {
    for plan in DemoClass.all {
      classIDs.append(
        try desk.perform("class add \"\(plan.name)\"") { services in
          try services.siteClasses.add(plan.name, note: plan.note).objectID
        })
    }
    try desk.perform("campsite add") { services in
      for plan in DemoSite.all {
        let siteClass =
          try services.managedObjectContext.existingObject(with: self.classIDs[plan.siteClass])
          as? SiteClass
        self.siteIDs.append(
          try services.campSites.add(plan.name, features: plan.features, siteClass: siteClass)
            .objectID)
      }
    }
  }

  private func addStaff() throws {
    for (index, plan) in DemoStaff.all.enumerated() {
      let firstDay = try CalendarDate(
        year: day.year - plan.since.years, month: plan.since.month, day: plan.since.day)
      let words = plan.name.lowercased().split(separator: " ")
      staffIDs[plan.name] = try desk.perform(
        "employee add \"\(plan.name)\" department \(plan.department)"
      ) { services in
        try services.employees.addEmployee(
          plan.name,
          EmployeePlan(
            department: plan.department, firstDay: firstDay, vacationDays: plan.vacationDays,
            email: "\(words[0])@heronbay.example", phone: "360-555-01\(50 + index)",
            about: plan.about, isActive: plan.isActive),
          guid: "heron-bay-\(index + 1)"
        ).objectID
      }
    }
  }

  private func addItems() throws {
    for plan in DemoItem.all {
      itemIDs.append(
        try desk.perform("item add \"\(plan.name)\" price \(plan.price)") { services in
          try services.sales.addItem(
            plan.name,
            ItemPlan(price: plan.price, taxGroup: DemoPrices.goods, stock: plan.stock)
          ).objectID
        })
    }
  }
}
