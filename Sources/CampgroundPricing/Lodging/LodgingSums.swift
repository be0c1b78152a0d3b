/// What nights come to, as far as it adds up from night to night.
struct LodgingSums {
  /// Before discounts, in minor units.
  var price: Int128 = 0
  /// What percentages take off, in parts of a minor unit.
  var percentages: Int128 = 0
  /// What they leave of the nights that a discount by an amount is for, in the same parts.
  var left: Int128 = 0
  /// What they leave of the nights that each of several of these is for; nil for one, or none.
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
