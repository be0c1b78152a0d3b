/// The sums that accumulate night by night.
struct LodgingSums {
  /// The price before discounts, in minor units.
  var price: Int128 = 0
  /// What percentages take off, in fractions of a minor unit.
  var percentages: Int128 = 0
  /// What the percentages leave of the nights that any discount by amount covers, in the same
  /// fractions.
  var left: Int128 = 0
  /// What the percentages leave of the nights that each discount by amount covers; nil when there
  /// are fewer than two.
  var leftOfEach: [Int128]?

  static func + (one: LodgingSums, other: LodgingSums) -> LodgingSums {
    var sums = LodgingSums(
      price: one.price + other.price, percentages: one.percentages + other.percentages,
      left: one.left + other.left)
    if let left = one.leftOfEach, let more = other.leftOfEach {
      sums.leftOfEach = zip(left, more).map(+)
    } else {
      sums.leftOfEach = one.leftOfEach ?? other.leftOfEach
    }
    return sums
  }
}
