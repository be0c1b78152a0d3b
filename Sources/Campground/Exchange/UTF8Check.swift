/// Finds the place where bytes stop being UTF-8.
package enum UTF8Check {
  /// The offset of the first byte of the first malformed sequence, nil when all is well.
  package static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        offset += scalar.count
      case .error:
        return offset
      case .emptyInput:
        return nil
      }
    }
  }
}
