import Foundation
import TestSupport
import XCTest

@testable import Campground

/// Messages, read back by Python's parser of internet messages.
final class MailMessageTests: XCTestCase {
  /// What a mail program makes of a message.
  private struct Read: Decodable, Equatable {
    var headers: [String: String]
    var types: [String]
    var text: String
    var html: String
    var logo: String?
  }

  private func read(_ message: MailMessage) throws -> Read {
    let script = #"""
      import base64, email, json, sys
      from email import policy
      data = sys.stdin.buffer.read()
      assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
      assert all(len(line) <= 78 for line in data.split(b"\r\n"))
      data.decode("ascii")
      mail = email.message_from_bytes(data, policy=policy.default)
      assert not mail.defects and all(not part.defects for part in mail.walk())
      logo = [p for p in mail.walk() if p.get_content_maintype() == "image"]
      print(json.dumps({
          "headers": {name: str(value) for name, value in mail.items()},
          "types": [part.get_content_type() for part in mail.walk()],
          "text": mail.get_body(("plain",)).get_content().replace("\r\n", "\n"),
          "html": mail.get_body(("html",)).get_content().replace("\r\n", "\n"),
          "logo": base64.b64encode(logo[0].get_content()).decode() if logo else None}))
      """#
    return try JSONDecoder().decode(Read.self, from: Python.run(script, message.data))
  }

  private func message(
    from name: String = "Wawona", subject: String = "Hello", text: String = "Hello\n",
    html: String = "<p>Hello</p>\n", logo: Data? = nil
  ) throws -> MailMessage {
    MailMessage(
      sender: (name, "office@wawona.example"), recipient: "ada@example.com", subject: subject,
      date: Date(timeIntervalSince1970: 1_782_921_600),
      timeZone: try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles")),
      identifier: "M-1.X@wawona.example", text: text, html: html,
      logo: logo.flatMap { Paper.Logo($0) })
  }

  func testAMailProgramReadsTheHeadersAndBothForms() throws {
    let read = try read(message())
    XCTAssertEqual(
      read.headers.filter { !["Content-Type", "MIME-Version", "Auto-Submitted"].contains($0.key) },
      [
        "From": "Wawona <office@wawona.example>", "To": "ada@example.com", "Subject": "Hello",
        // 1,782,921,600 seconds are 2026-07-01 16:00 UTC, which is 9 in the morning in California.
        "Date": "Wed, 01 Jul 2026 09:00:00 -0700", "Message-ID": "<M-1.X@wawona.example>",
      ])
    XCTAssertEqual(read.types, ["multipart/alternative", "text/plain", "text/html"])
    XCTAssertEqual([read.text, read.html], ["Hello\n", "<p>Hello</p>\n"])
    XCTAssertNil(read.logo)
  }

  func testAnyTextArrivesAsItWas() throws {
    let text = """
      .a line that begins with a dot
      From the office, and one with an = in it
      \(String(repeating: "long ", count: 60))end
      trailing space \n\tÅse 𝓐da 🏕️ Ünïcode, \(String(repeating: "é", count: 90))

      """
    let subject = "Café “Ósk” – " + String(repeating: "подтверждение ", count: 8) + "=?x?="
    let name = "Wawona \"Big\" \\ Trees, Åre"
    let read = try read(message(from: name, subject: subject, text: text, html: text))
    XCTAssertEqual([read.text, read.html], [text, text])
    XCTAssertEqual(read.headers["Subject"], subject)
    XCTAssertEqual(
      try self.read(message(from: "Wawona \"Big\" \\ Trees")).headers["From"],
      #""Wawona \"Big\" \\ Trees" <office@wawona.example>"#)
  }

  func testThePictureOfThePageGoesWithIt() throws {
    let logo = Pictures.png(width: 3, height: 2)
    let page = "<img src=\"\(MailMessage.logoSource)\">\n"
    let read = try read(message(html: page, logo: logo))
    XCTAssertEqual(
      read.types,
      ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"])
    XCTAssertEqual(read.logo, logo.base64EncodedString())
    // A page without it needs none.
    XCTAssertNil(try self.read(message(logo: logo)).logo)
  }

  func testOnlySingleAddressesAreAddresses() {
    for address in ["ada@example.com", "a.b+c@x-y.example", "o'hara_1@localhost"] {
      XCTAssertTrue(MailMessage.isAddress(address), address)
    }
    for text in [
      "", "ada", "ada@", "@example.com", "a b@example.com", "a@b@c", "a@b, c@d", "Ada <a@b.c>",
      "a@b.c\nBcc: x@y.z", "å@example.com", "a@-example.com", "a..b@example.com", "a@example.com.",
      String(repeating: "a", count: 65) + "@example.com",
    ] {
      XCTAssertFalse(MailMessage.isAddress(text), text)
    }
  }
}
