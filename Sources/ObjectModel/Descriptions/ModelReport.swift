import Foundation

/// Prints problems with a model to standard error if they cannot be thrown: a change to a model in
/// use, or an unregistered class.
package enum ModelReport {
  package static func refusedChange(of subject: String) {
    warn("a model in use cannot be changed: \(subject) was not changed; change a copy instead")
  }

  package static func warn(_ text: String) {
    FileHandle.standardError.write(Data("ObjectGraph: warning: \(text)\n".utf8))
  }
}
