/// Random numbers that are the same in every run: SplitMix64.
///
///     var random = DemoRandom(seed: 1, 4, 9_326)      // its own numbers for class 4 on a day
///     let nights = random.pick(weighted: [2: 5, 3: 2])
struct DemoRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter streams: numbers that tell this generator from others of the same seed.
  init(seed: UInt64, _ streams: Int...) {
    state = seed
    for stream in streams {
      state = next() ^ UInt64(truncatingIfNeeded: stream)
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to 1, without it.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Whether something of a probability happens.
  mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

  /// A number in a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A whole number whose mean is the given one.
  mutating func rounded(_ mean: Double) -> Int {
    let whole = mean.rounded(.down)
    return Int(whole) + (happens(mean - whole) ? 1 : 0)
  }

  /// An element of a list, which must not be empty.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...(list.count - 1))] }

  /// One of several values, each as often as its weight says.
  mutating func pick<Value>(weighted values: [(value: Value, weight: Double)]) -> Value {
    var rest = fraction() * values.reduce(0) { $0 + $1.weight }
    for (value, weight) in values {
      rest -= weight
      if rest < 0 { return value }
    }
    return values[values.count - 1].value
  }
}
