extension Collection<UInt8> {
  /// The bytes as hexadecimal digits, two for each.
  package func hexadecimal(isUpper: Bool = false) -> String {
    let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
