import Foundation
import ObjectModel
import XCTest

/// Expected values are python3's hashlib's and those of FIPS 180-4.
final class SHATests: XCTestCase {
  func testDigestsOfPublishedMessages() {
    XCTAssertEqual(
      hex(SHA2.sha256.digest(of: [])),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    XCTAssertEqual(
      hex(SHA2.sha256.digest(of: "abc".utf8)),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    XCTAssertEqual(
      hex(SHA2.sha512.digest(of: [])),
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e")
    XCTAssertEqual(
      hex(SHA2.sha512.digest(of: "abc".utf8)),
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
  }

  /// One digest over the digests of the messages of 0 to 300 bytes, which cross every padding case.
  func testDigestsOfEveryLengthUpToThreeHundred() {
    func message(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
    }
    XCTAssertEqual(
      hex(SHA2.sha256.digest(of: (0...300).flatMap { SHA2.sha256.digest(of: message($0)) })),
      "60d63ff40b5558727a9b786ac0be9300f7ca58fd9ddd3b2f3681b369018a87dc")
    XCTAssertEqual(
      hex(SHA2.sha512.digest(of: (0...300).flatMap { SHA2.sha512.digest(of: message($0)) })),
      "e1f2f7d5d8fc48db06ec2a0eed639593f549caffa40245747258761214a3ec07"
        + "134903fde52ace6cfae161a82097ba01f33a97d48dd6a80d4521d96d7401357e")
  }

  func testDigestsOfAMillionBytes() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    XCTAssertEqual(
      hex(SHA2.sha256.digest(of: message)),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    XCTAssertEqual(
      hex(SHA2.sha512.digest(of: message)),
      "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
  }
}

func hex(_ bytes: Data) -> String {
  bytes.map { String(format: "%02x", $0) }.joined()
}
