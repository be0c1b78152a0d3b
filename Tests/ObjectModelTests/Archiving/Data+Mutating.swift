import Foundation
import TestSupport

extension Data {
  /// The data with a few bytes changed, cut out or put in.
  func mutated(using generator: inout SeededGenerator) -> Data {
    var bytes = [UInt8](self)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes[place] = [0x00, 0x0F, 0x7F, 0xFF].randomElement(using: &generator) ?? 0
      case 3: bytes.removeSubrange(place..<Swift.min(bytes.count, place + 3))
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      default: bytes.removeLast(Swift.min(bytes.count, 1 + place % 40))
      }
    }
    return Data(bytes)
  }
}
