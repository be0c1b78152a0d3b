import Foundation

/// The memory used by the process.
enum MemoryProbe {
  /// The bytes that the allocator has handed out and not got back, headers and padding included.
  ///
  /// Unlike the resident size, it counts neither memory that the allocator keeps in reserve nor
  /// memory in use before.
  static func allocatedBytes() throws -> Int {
    // Swift does not import the header that declares it.
    typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else {
      throw CocoaError(.featureUnsupported)
    }
    defer { fclose(file) }
    // Sound: the C library declares the function with this type.
    _ = unsafeBitCast(symbol, to: MallocInfo.self)(0, file)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    let report = String(decoding: bytes[..<count], as: UTF8.self)
    // The sums over all arenas are at the end.
    func size(of element: String) throws -> Int {
      guard let line = report.split(separator: "\n").last(where: { $0.contains(element) }),
        let size = line.split(separator: "\"").last(where: { Int($0) != nil }).flatMap({ Int($0) })
      else { throw CocoaError(.fileReadCorruptFile) }
      return size
    }
    return try size(of: "system type=\"current\"") + size(of: "total type=\"mmap\"")
      - size(of: "total type=\"fast\"") - size(of: "total type=\"rest\"")
  }

  /// The peak resident size, in bytes, since the process began or `forgetPeak` was called.
  static func peakResidentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    return (kilobytes.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Resets the peak resident size to the present one.
  static func forgetPeak() {
    // A system without this feature keeps its earlier peak.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }
}
