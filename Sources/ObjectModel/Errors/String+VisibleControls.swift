extension String {
  /// The string with control characters and bidirectional controls escaped as `\u{202E}`, so that
  /// quoted text cannot disguise itself; line breaks and tabs are kept.
  package var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isInvisibleControl) else { return self }
    return unicodeScalars.map { scalar in
      scalar.isInvisibleControl
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisibleControl: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
