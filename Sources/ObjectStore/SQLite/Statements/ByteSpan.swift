/// The location of a value's bytes before they are in the row.
struct ByteSpan {
  let start: UnsafeRawPointer?
  /// -1 for NULL.
  let count: Int
  /// Whether the bytes were allocated for this row, rather than by SQLite.
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
