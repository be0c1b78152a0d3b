import Foundation

/// What the process uses of the machine's memory.
enum MemoryProbe {
  /// The bytes that the allocator has handed out and not got back, headers and padding included.
  ///
  /// Unlike the resident size it neither counts what the allocator keeps for later nor what was
  /// there before.
  static func allocatedBytes() throws -> Int {
    // Swift does not import the header that declares it.
    typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else {
      throw CocoaError(.featureUnsupported)
    }
    defer { fclose(file) }
    _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    let report = String(decoding: bytes[..<count], as: UTF8.self)
    // The sums over all arenas stand at the end.
    func size(of element: String) throws -> Int {
      guard let line = report.split(separator: "\n").last(where: { $0.contains(element) }),
        let size = line.split(separator: "\"").last(where: { Int($0) != nil }).flatMap({ Int($0) })
      else { throw CocoaError(.fileReadCorruptFile) }
      return size
    }
    return try size(of: "system type=\"current\"") + size(of: "total type=\"mmap\"")
      - size(of: "total type=\"fast\"") - size(of: "total type=\"rest\"")
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
