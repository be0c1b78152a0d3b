import Foundation
import ObjectGraph

/// Someone who works at a campground.
///
///     let kasey = try employees.addEmployee("Kasey Mcfarland", EmployeePlan(department: "Marketing"))
///     try employees.setPicture(try Data(contentsOf: file), of: kasey)
public final class Employee: CampgroundRule {
  public override class var noun: String { "employee" }
  public override class var remedy: String { "mark the employee inactive instead" }

  /// The codes of the employee's sales.
  public override var users: [String] { sales.codes }

  /// A globally unique identifier, which never changes.
  @Managed("guid") public var guid: String

  /// The department; nil for none.
  @Managed("department") public var department: String?

  /// The first day at work.
  @Managed("startDate") public var firstDay: CalendarDate?

  /// The remaining vacation days, from 0 to 366.
  @Managed("vacationDays") public var vacationDays: Int16

  /// The e-mail address.
  @Managed("email") public var email: String?

  /// The phone number as entered.
  @Managed("phone") public var phone: String?

  /// The postal address.
  @Managed("address") public var address: String?

  /// Free notes, of any number of lines.
  @Managed("about") public var about: String?

  /// Whether the employee currently works here.
  @Managed("isActive") public var isActive: Bool

  /// The picture scaled to at most `EmployeeService.thumbnailSide` pixels a side; nil where there
  /// is no picture, or where no program could scale it.
  @Managed("thumbnail") public var thumbnail: Data?

  /// The original picture.
  @Managed("picture") public var picture: EmployeePicture?

  /// The sales made by the employee.
  @Managed("sales") public var sales: Set<Sale>
}
