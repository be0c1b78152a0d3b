extension Currency {
  /// The codes of currencies in circulation (ISO 4217, without funds, metals and test codes).
  public static let knownCodes: [String] = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP \
    BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP \
    GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR \
    KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK \
    MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR \
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS \
    UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init)

  /// Whether the currency is in circulation.
  public var isKnown: Bool { Self.knownCodes.contains(code) }

  /// The signs that amounts may be written with.
  package static let signs = ["$", "€", "£", "¥", "₩", "₹", "₽", "₺", "₪", "₱", "฿", "₫", "₴", "₦"]

  /// Whether amounts of the currency are written with a sign. Many countries write dollars and
  /// pesos as `$`.
  package func isWritten(with sign: String) -> Bool {
    switch sign {
    case "$": Self.withDollarSign.contains(code)
    case "£": ["GBP", "EGP", "FKP", "GIP", "SHP", "SSP", "SYP", "LBP"].contains(code)
    case "¥": code == "JPY" || code == "CNY"
    case "₩": code == "KRW" || code == "KPW"
    default: Self.soleOwners[sign] == code
    }
  }

  private static let withDollarSign: Set<String> = [
    "USD", "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "CUP", "DOP",
    "FJD", "GYD", "HKD", "JMD", "KYD", "LRD", "MXN", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD",
    "TWD", "UYU", "XCD",
  ]

  private static let soleOwners = [
    "€": "EUR", "₹": "INR", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₱": "PHP", "฿": "THB",
    "₫": "VND", "₴": "UAH", "₦": "NGN",
  ]
}
