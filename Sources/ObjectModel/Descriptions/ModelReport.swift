import Foundation

/// Reports to standard error what a model cannot throw: a change of a model that is in use, a class
/// that is not registered.
package enum ModelReport {
  package static func refusedChange(of subject: String) {
    warn("a model in use cannot be changed: \(subject) stays as it was; change a copy instead")
  }

  package static func warn(_ text: String) {
    FileHandle.standardError.write(Data("ObjectGraph: warning: \(text)\n".utf8))
  }
}
