import Foundation

/// The source of a plain reader's bytes.
enum ByteSource {
  case descriptor(Int32)
  case file(FileHandle)
  /// Everything is already in the buffer.
  case nothing

  enum Failure: Error, Equatable {
    /// A signal arrived before any byte.
    case interrupted
    case failed(code: Int32)
  }

  private static let chunk = 64 << 10

  /// Appends the available bytes, waiting for the first; 0 at the end.
  func read(into buffer: inout [UInt8]) -> Result<Int, Failure> {
    let descriptor: Int32
    switch self {
    case .descriptor(let number): descriptor = number
    case .file(let handle): descriptor = handle.fileDescriptor
    case .nothing: return .success(0)
    }
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { room, count in
        let got = Glibc.read(descriptor, room.baseAddress, room.count)
        code = got < 0 ? errno : 0
        count = max(0, got)
      }
      switch code {
      case 0:
        buffer += bytes
        return .success(bytes.count)
      case EINTR: return .failure(.interrupted)
      case EAGAIN:
        // The descriptor's owner has made it non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, -1) < 0 && errno == EINTR { return .failure(.interrupted) }
      // The terminal has hung up.
      case EIO where isatty(descriptor) != 0: return .success(0)
      default: return .failure(.failed(code: code))
      }
    }
  }
}
