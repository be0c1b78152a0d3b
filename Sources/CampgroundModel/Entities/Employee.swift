import Foundation
import ObjectGraph

/// Somebody who works at a campground.
///
///     let kasey = try employees.addEmployee("Kasey Mcfarland", EmployeePlan(department: "Marketing"))
///     try employees.setPicture(try Data(contentsOf: file), of: kasey)
public final class Employee: ManagedObject {
  /// What tells the employee from all others, here and in other systems; it never changes.
  @Managed("guid") public var guid: String

  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The department; nil for none.
  @Managed("department") public var department: String?

  /// Midnight UTC of the first day at work.
  @Managed("startDate") public var startDate: Date?

  /// The number of vacation days that are left, from 0 to 366.
  @Managed("vacationDays") public var vacationDays: Int16

  /// The e-mail address.
  @Managed("email") public var email: String?

  /// The phone number as it was given.
  @Managed("phone") public var phone: String?

  /// The postal address.
  @Managed("address") public var address: String?

  /// Whatever else there is to say, in as many lines as it takes.
  @Managed("about") public var about: String?

  /// Whether the employee works here at present.
  @Managed("isActive") public var isActive: Bool

  /// The picture at no more than `EmployeeService.thumbnailSide` pixels a side; nil where there is
  /// no picture, or where nothing could scale it.
  @Managed("thumbnail") public var thumbnail: Data?

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The picture as it was given.
  @Managed("picture") public var picture: EmployeePicture?

  /// The sales the employee made.
  @Managed("sales") public var sales: Set<Sale>

  /// The first day at work.
  public var firstDay: CalendarDate? { startDate.map { CalendarDate(midnightUTC: $0) } }
}

extension Employee: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "employee"
}
