/// A currency, identified by its ISO 4217 code, which decides the number of decimal places.
public struct Currency: Sendable, Hashable, Codable {
  /// The three-letter code in capitals, for instance `USD`.
  public let code: String

  /// The decimal places of the currency's minor unit: 2 for most, 0 for JPY, 3 for KWD.
  public let minorUnitDigits: Int

  /// Makes a currency from its code.
  ///
  /// Any three letters are accepted, with 2 decimal places by default, so that a store with a
  /// currency newer than this list, or withdrawn, can be read. A campground can only be set up with
  /// one that `isKnown`.
  ///
  /// - Throws: `MoneyError.notACurrency` when the code is not three ASCII letters.
  public init(_ code: String) throws(MoneyError) {
    let isThreeLetters =
      code.utf8.count == 3
      && code.utf8.allSatisfy {
        ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
      }
    guard isThreeLetters else { throw .notACurrency(code) }
    self.init(checked: code.uppercased())
  }

  private init(checked code: String) {
    self.code = code
    self.minorUnitDigits = Self.unusualDigits[code] ?? 2
  }

  /// The United States dollar.
  public static let usd = Currency(checked: "USD")

  /// The euro.
  public static let eur = Currency(checked: "EUR")

  /// The currencies that do not have two decimal places (ISO 4217, table A.1).
  private static let unusualDigits: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    "CLF": 4, "UYW": 4,
  ]
}

extension Currency: CustomStringConvertible {
  /// The three-letter code.
  public var description: String { code }
}
