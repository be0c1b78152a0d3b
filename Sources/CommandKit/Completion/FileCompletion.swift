import Foundation

/// Finds files whose paths begin with a text.
package enum FileCompletion {
  /// The matching paths in the folder that the text names so far; the path of a folder ends in a
  /// slash.
  package static func paths(beginningWith text: String) -> [String] {
    let slash = text.lastIndex(of: "/")
    let folder = slash.map { String(text[...$0]) } ?? ""
    let beginning = slash.map { text[text.index(after: $0)...] } ?? text[...]
    let expanded = folder.isEmpty ? "." : (folder as NSString).expandingTildeInPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: expanded)) ?? []
    return names.sorted().compactMap { name in
      let isHidden = name.hasPrefix(".") && !beginning.hasPrefix(".")
      guard name.hasPrefix(beginning), !isHidden else { return nil }
      var isFolder: ObjCBool = false
      let path = expanded + "/" + name
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return folder + name + (isThere && isFolder.boolValue ? "/" : "")
    }
  }
}
