extension String {
  /// The path of the folder that a path lies in; empty for a name alone.
  ///
  /// It reads the text alone and does not look at any file. Foundation's
  /// `NSString.deletingLastPathComponent` traps on Linux for a name of one character.
  package var parentFolder: String {
    let slash = UInt8(ascii: "/")
    func withoutSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var bytes = bytes
      while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
      return bytes
    }
    let path = withoutSlashes(Array(utf8)[...])
    guard let place = path.lastIndex(of: slash) else { return "" }
    let folder = withoutSlashes(path[..<place])
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }
}
