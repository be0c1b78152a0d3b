import Foundation
import ObjectGraph

/// No more was redeemed with a voucher than its value, and not less than nothing.
struct VoucherValues: Invariant {
  let title = "Vouchers"

  func violations(in service: CheckService) throws -> [Violation] {
    try service.managedObjectContext.fetch(
      Voucher.self, where: "redeemedMinor < 0 OR redeemedMinor > amountMinor", by: ["code"]
    ).map { voucher in
      let redeemed = Money(minorUnits: voucher.redeemedMinor, voucher.campground?.currency ?? .usd)
      return Violation(
        subject: "voucher \(voucher.code)",
        problem: "has a value of \(voucher.amount), of which \(redeemed) is redeemed",
        repair: Violation.restoring)
    }
  }
}
