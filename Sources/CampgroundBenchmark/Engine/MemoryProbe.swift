import Foundation

/// What the process uses of the machine's memory.
enum MemoryProbe {
  /// The bytes that the allocator has handed out and not got back, headers and padding included.
  ///
  /// Unlike the resident size it neither counts what the allocator keeps for later nor what was
  /// there before.
  static var allocatedBytes: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }

  /// The greatest resident size, in bytes, since the process began or `forgetPeak` was called.
  static func peakResidentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return (kilobytes.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Lets the greatest resident size start anew at the present one.
  static func forgetPeak() {
    // A system that does not offer it goes on from the peak that there was.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }
}
