import Glibc

/// A piece of memory for rows of a batch insertion.
///
/// A batch of many rows fills its memory once and reads it once, and the most of what that takes is
/// the kernel's: a fault for each page of 4 kB. So large pieces are asked of it in whole pages of
/// 2 MB, where it has such.
struct PieceMemory {
  let words: UnsafeMutablePointer<UInt64>
  let capacity: Int
  private let mappedBytes: Int

  /// The words of a large page.
  static let largePageWords = largePageBytes >> 3

  private static let largePageBytes = 1 << 21

  /// - Parameter words: the least capacity; from half a large page on it is
  ///   rounded up to whole ones.
  init(words count: Int) {
    if count >= Self.largePageWords / 2, let mapped = Self.map(count << 3) {
      (words, capacity, mappedBytes) = (mapped.words, mapped.byteCount >> 3, mapped.byteCount)
    } else {
      (words, capacity, mappedBytes) = (.allocate(capacity: count), count, 0)
    }
  }

  private static func map(
    _ bytes: Int
  ) -> (words: UnsafeMutablePointer<UInt64>, byteCount: Int)? {
    let byteCount = (bytes + largePageBytes - 1) & ~(largePageBytes - 1)
    let address = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    // Where it is refused the pages are small ones, and all else is the same.
    _ = madvise(address, byteCount, Int32(MADV_HUGEPAGE))
    return (address.bindMemory(to: UInt64.self, capacity: byteCount >> 3), byteCount)
  }

  func deallocate() {
    if mappedBytes > 0 {
      munmap(words, mappedBytes)
    } else {
      words.deallocate()
    }
  }
}
