/// Generates the codes of vouchers, `V-7K3M-Q2XD`.
///
/// A voucher is worth money to anyone who has its code, so codes must not be guessable. Tests and
/// repeatable scripts use a seed instead.
///
///     let folios = FolioService(…, voucherCodes: .seeded(1))
public enum VoucherCodes: Sendable, Hashable {
  /// Codes that cannot be guessed.
  case random
  /// The same codes in the same order for the same seed.
  case seeded(UInt64)

  /// The codes for a command that may run more than once and must give the same codes each time.
  ///
  /// - Parameter number: distinguishes the command from others.
  func drawn(for number: Int) -> VoucherCodes {
    switch self {
    case .random: .seeded(.random(in: .min ... .max))
    case .seeded(let seed): .seeded(seed &+ UInt64(truncatingIfNeeded: number))
    }
  }

  /// Letters and digits that are not easily confused.
  private static let signs = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  /// The first code that is not taken.
  func code(isTaken: (String) throws -> Bool) rethrows -> String {
    var seeded = SplitMix(state: { if case .seeded(let seed) = self { seed } else { 0 } }())
    var system = SystemRandomNumberGenerator()
    while true {
      // Each of 32 characters takes 5 bits.
      var bits = self == .random ? system.next() : seeded.next()
      var signs: [Character] = []
      for _ in 0..<8 {
        signs.append(Self.signs[Int(bits % 32)])
        bits /= 32
      }
      let code = "V-" + String(signs[..<4]) + "-" + String(signs[4...])
      if try !isTaken(code) { return code }
    }
  }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
