import Foundation

/// An internet message with a paper as text and as a page (RFC 5322, RFC 2045 to 2047, RFC 2387).
struct MailMessage {
  /// The name and address of the sender.
  let sender: (name: String, address: String)
  /// The address that it goes to.
  let recipient: String
  let subject: String
  let date: Date
  let timeZone: TimeZone
  /// What makes it unique in the world, without angle brackets.
  let identifier: String
  let text: String
  let html: String
  /// The picture that the page shows under the address `cid:logo`; nil for none.
  let logo: Paper.Logo?

  /// The address by which a page refers to the logo.
  static let logoSource = "cid:logo"

  /// Whether a text is one address that mail can go to. Quoted local parts and addresses beyond
  /// ASCII, which few programs accept, are not.
  static func isAddress(_ text: String) -> Bool {
    text.utf8.count <= 254
      && text.wholeMatch(
        of: /[A-Za-z0-9!#$%&'*+\/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/)
        != nil
      && !text.contains("..")
  }

  /// The message, with CRLF at the end of each line.
  var data: Data {
    let hasLogo = logo != nil && html.contains(Self.logoSource)
    var lines =
      [
        "From: \(Self.words(sender.name, quotes: true)) <\(sender.address)>",
        "To: \(recipient)", "Subject: \(Self.words(subject))", "Date: \(dateText)",
        "Message-ID: <\(identifier)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
        "Content-Type: multipart/alternative; boundary=\"\(Self.alternatives)\"", "",
      ]
    lines += ["--\(Self.alternatives)"] + Self.part("text/plain", text)
    if hasLogo, let logo {
      lines += [
        "--\(Self.alternatives)",
        "Content-Type: multipart/related; type=\"text/html\"; boundary=\"\(Self.related)\"", "",
        "--\(Self.related)",
      ]
      lines += Self.part("text/html", html)
      lines += [
        "--\(Self.related)", "Content-Type: \(logo.mediaType)", "Content-ID: <logo>",
        "Content-Disposition: inline", "Content-Transfer-Encoding: base64", "",
        logo.picture.base64EncodedString(options: [
          .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]),
        "--\(Self.related)--",
      ]
    } else {
      lines += ["--\(Self.alternatives)"] + Self.part("text/html", html)
    }
    lines += ["--\(Self.alternatives)--", ""]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  // Neither occurs in an encoded part, because "=" is encoded there, and "_" is no letter of Base64.
  private static let alternatives = "=_alternatives"
  private static let related = "=_related"

  private var dateText: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = timeZone
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return formatter.string(from: date)
  }

  private static func part(_ type: String, _ text: String) -> [String] {
    [
      "Content-Type: \(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
      quotedPrintable(text),
    ]
  }

  // MARK: Encodings

  /// A text of a header: as it is, in quotes, or as encoded words of at most 75 characters.
  static func words(_ text: String, quotes isQuoted: Bool = false) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    if isPlain, text.utf8.count <= 60 {
      guard isQuoted else { return text }
      return "\""
        + text.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }
    var pieces = [""]
    for character in text {
      if (pieces[pieces.count - 1] + String(character)).utf8.count > 42 { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
      .joined(separator: "\r\n ")
  }

  /// A text in lines of at most 76 characters, of which all but plain ones are written as bytes.
  static func quotedPrintable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Some programs change lines that begin with a dot, or with "From ".
      let isChanged = line.hasPrefix(".") || line.hasPrefix("From ")
      var rows = [""]
      let bytes = Array(line.utf8)
      for (index, byte) in bytes.enumerated() {
        let isPlain =
          (0x21...0x7E).contains(byte) && byte != 0x3D
          || byte == 0x20 && index < bytes.count - 1
        let word =
          isPlain && !(isChanged && index == 0)
          ? String(UnicodeScalar(byte)) : "=" + hexadecimal(byte)
        if rows[rows.count - 1].utf8.count + word.utf8.count > 75 {
          rows[rows.count - 1] += "="
          rows.append("")
        }
        rows[rows.count - 1] += word
      }
      return rows.joined(separator: "\r\n")
    }.joined(separator: "\r\n")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
