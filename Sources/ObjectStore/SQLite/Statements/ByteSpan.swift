/// Where the bytes of one value are until the row has them.
struct ByteSpan {
  let start: UnsafeRawPointer?
  /// -1 for NULL.
  let count: Int
  /// Whether the bytes were made for this row alone, rather than being SQLite's.
  var isOwned = false

  static var null: ByteSpan { ByteSpan(start: nil, count: -1) }

  init(start: UnsafeRawPointer?, count: Int) {
    self.start = start
    self.count = count
  }

  init(copying text: String) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    copy.copyBytes(from: text.utf8)
    self.init(start: UnsafeRawPointer(copy.baseAddress), count: copy.count)
    isOwned = true
  }
}
