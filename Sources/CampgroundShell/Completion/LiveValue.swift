/// A kind of value that lives in the store, for completion and did-you-mean.
package enum LiveValue: String, Sendable, Hashable, CaseIterable {
  /// The name of a campground.
  case campground
  /// The name of a camper.
  case camper
  /// The name or number of a campsite.
  case campsite
  /// The name of a class of campsites.
  case siteClass = "class"
  /// The loops that campsites are in.
  case loop
  /// The name of a detail that campsites have.
  case detail
  /// The name of a rule about stays.
  case rule
  /// The code of a reservation, R-1.
  case reservation
  /// The name of a group on one bill.
  case group
  /// The code of somebody who is on the waitlist, W-1.
  case waiting
  /// The code of a voucher.
  case voucher
  /// The name of an employee.
  case employee
  /// The name of a department.
  case department
  /// The name of an item.
  case item
  /// The code of a sale, S-1.
  case sale
  /// A group of charges that taxes are for.
  case taxGroup
  /// The name of a season.
  case season
  /// The name of a rate.
  case rate
  /// The name of a tax.
  case tax
  /// The name of a fee.
  case fee
  /// The name of a discount.
  case discount
  /// The name of a rule about deposits.
  case deposit
  /// The name of a cancellation policy.
  case policy

  /// The word for several.
  var plural: String {
    switch self {
    case .siteClass: "classes"
    case .taxGroup: "groups of charges"
    case .tax: "taxes"
    case .policy: "policies"
    case .waiting: "waitlist entries"
    default: rawValue + "s"
    }
  }
}
